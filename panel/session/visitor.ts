// A hint at the visitor's browser for the header of every call: never an identity (spec 1 §7).
const storage_key = 'penstock-visitor';

function stored(): string {
  try {
    return localStorage.getItem(storage_key) ?? '';
  } catch {
    return '';
  }
}

/** FNV-1a over a few traits: what is there before the whole is known. */
function quickHint(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const traits = [navigator.userAgent, navigator.language, zone, screen.width, screen.height];
  let hash = 0x811c9dc5;
  for (const char of traits.join('|')) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}

let hint = '';

/** The same for all calls of a page, so that logs show that they belong together. */
export function fingerprint(): string {
  hint ||= stored() || quickHint();
  return hint;
}

/** Works the whole hint out when nothing else is to be done; it serves from the next page on. */
export function computeVisitorHint(): void {
  if (stored() !== '') return;
  const learn = async () => {
    const { visitorId } = await import('./visitor-traits.ts');
    localStorage.setItem(storage_key, await visitorId());
  };
  const begin = () => void learn().catch(() => undefined);
  if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 10_000 });
  else setTimeout(begin, 3_000);
}
