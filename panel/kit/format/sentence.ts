// Codes as people read them.
/** `pending_settlement` reads Pending settlement (visual 6). */
export function sentenceCase(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
