// What a browser calls itself, in two words: `Chrome, Windows`.
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['HeadlessChrome/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const;
const systems = [
  ['Windows', 'Windows'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and system of a `User-Agent`; what is unknown is called a device. */
export function deviceName(user_agent: string): string {
  const found = (names: readonly (readonly [string, string])[]) =>
    names.find(([part]) => user_agent.includes(part))?.[1];
  const parts = [found(browsers), found(systems)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(', ') : 'Unknown device';
}
