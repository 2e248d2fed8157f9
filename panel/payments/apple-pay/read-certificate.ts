// A certificate file as the API takes it: its text where it is PEM, else base64 of its bytes.

/** Apple's `.cer` files are a few KB; anything larger is another file. */
export const largest_certificate_bytes = 12_000;

export async function readCertificate(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  if (text.includes('-----BEGIN')) return text;
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
