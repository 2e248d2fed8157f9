// What is told of an endpoint's address to others than its owner.

/** The host alone, since the path may hold a key of the receiver; '' for what is no address. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
