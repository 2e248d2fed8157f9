// The one policy through which text may become part of the document: styles pass, markup does not,
// and of scripts two alone, both of the bot check.
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
  // The page's policy lets it load only where its keys are configured.
  /^https:\/\/challenges\.cloudflare\.com\/turnstile\/v0\/api\.js\?render=explicit$/,
];

/** Addresses of scripts that code may start by name: the bot check's worker and its widget. */
export function onlyBotCheck(url: string): string | null {
  return known_scripts.some((known) => known.test(url)) ? url : null;
}

/**
 * Makes the policy `default`, which the browser asks wherever text is about to be read as markup
 * or as the address of a script. Scripts as text have no way through it at all.
 */
export function guardMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createHTML: onlyStyles, createScriptURL: onlyBotCheck });
}
