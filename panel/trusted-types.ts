// The one policy through which text may become part of the document: styles pass, markup does not,
// and of scripts those of the bot check and of the bank link's window alone.
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string | null>,
  ): unknown;
}

/** Style sheets as the component library writes them; `<` could open an element. */
export function onlyStyles(text: string): string | null {
  return text.includes('<') ? null : text;
}

const known_scripts = [
  /^\/assets\/bot-check-worker-[\w-]+\.js$/,
  // The page's policy lets these load only where their keys are configured.
  /^https:\/\/challenges\.cloudflare\.com\/turnstile\/v0\/api\.js\?render=explicit$/,
  /^https:\/\/cdn\.plaid\.com\/link\/v2\/stable\/link-initialize\.js$/,
];

/** Addresses of scripts that code may start by name: each of them stands above. */
export function onlyKnownScripts(url: string): string | null {
  return known_scripts.some((known) => known.test(url)) ? url : null;
}

/**
 * Makes the policy `default`, which the browser asks wherever text is about to be read as markup
 * or as the address of a script. Scripts as text have no way through it at all.
 */
export function guardMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: onlyStyles,
    createScriptURL: onlyKnownScripts,
  });
}
