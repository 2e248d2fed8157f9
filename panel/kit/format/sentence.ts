// Codes as people read them.
/** `pending_settlement` reads Pending settlement (visual 6). */
export function sentenceCase(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A label within a sentence: Card reads card, ACH and names within it stay. */
export function midSentence(label: string): string {
  return /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
