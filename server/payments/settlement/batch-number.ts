// The number of a batch as it is answered: an integer, and the text it was made of.

/**
 * Existing clients read `batch_number` as an integer (gateway-api 16). A host's text that is none,
 * or our own reference until it has given one, is told in `reference` beside 0.
 */
export function numberOfBatch(known_by: string): { batch_number: number; reference: string } {
  const whole = /^\d+$/.test(known_by) ? Number(known_by) : 0;
  return { batch_number: Number.isSafeInteger(whole) ? whole : 0, reference: known_by };
}
