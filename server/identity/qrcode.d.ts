// What we use of `qrcode`, which ships no types.
declare module 'qrcode' {
  const QRCode: {
    toString(text: string, options: { type: 'svg'; margin: number }): Promise<string>;
  };
  export default QRCode;
}
