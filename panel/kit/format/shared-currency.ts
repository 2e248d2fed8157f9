// The currency that rows have in common: a table then names it once, in its head (visual 7).
export function sharedCurrency(rows: readonly { currency: string }[]): string | null {
  const all = new Set(rows.map(({ currency }) => currency));
  return all.size === 1 ? (rows[0]?.currency ?? null) : null;
}
