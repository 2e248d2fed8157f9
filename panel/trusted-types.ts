// The one policy through which text may become part of the document: styles pass, markup does not.
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string | null }): unknown;
}

/** Style sheets as the component library writes them; `<` could open an element. */
export function onlyStyles(text: string): string | null {
  return text.includes('<') ? null : text;
}

/**
 * Makes the policy `default`, which the browser asks wherever text is about to be read as markup.
 * Scripts and their addresses have no way through it at all.
 */
export function guardMarkup(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createHTML: onlyStyles });
}
