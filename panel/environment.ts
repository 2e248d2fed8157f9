// What the server wrote into the page for this answer: the environment and the nonce for styles.

/** Spec 1 §1: LOCALHOST for dev, SANDBOX for sandbox, nothing for production. */
const banners: Readonly<Record<string, string>> = { dev: 'LOCALHOST', sandbox: 'SANDBOX' };

const local_hosts = new Set(['localhost', '127.0.0.1', '[::1]']);

function written(name = 'environment'): string {
  const meta = document.querySelector<HTMLMetaElement>(`meta[name="penstock-${name}"]`);
  return meta?.content.trim() ?? '';
}

/** Text of the environment banner, empty in production. */
export function environmentBanner(): string {
  return banners[local_hosts.has(location.hostname) ? 'dev' : written()] ?? '';
}

/** Whether the rules of production are asked here. */
export function isProduction(): boolean {
  return written() === 'production';
}

/** Whether mails go into the mailbox: none in production, nor where a relay takes them. */
export function hasMailbox(): boolean {
  return written('mailbox') === 'on';
}

/** Where the card reader bridge of this computer is asked for; '' where pages may call none. */
export function readerBridge(): string {
  return written('reader-bridge');
}

/** Whether payers can sign in at their banks here. */
export function hasBankLink(): boolean {
  return written('bank-link') === 'on';
}

/** Nonce that style tags made later must carry. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
