// Which pages a pager shows: a range of three around the current one, and one at each margin.

export const page_range = 3;
export const margin_pages = 1;

/** Page numbers in order, `null` where some are left out (spec 1 §9): 1 … 5 6 7 … 19. */
export function shownPages(page: number, count: number): (number | null)[] {
  const half = Math.floor(page_range / 2);
  const first = Math.max(1, Math.min(page - half, count - page_range + 1));
  const last = Math.min(count, first + page_range - 1);
  const shown = new Set<number>();
  for (let n = 1; n <= Math.min(margin_pages, count); n++) shown.add(n);
  for (let n = first; n <= last; n++) shown.add(n);
  for (let n = Math.max(1, count - margin_pages + 1); n <= count; n++) shown.add(n);
  const sorted = [...shown].sort((a, b) => a - b);
  return sorted.flatMap((n, index) => {
    const before = sorted[index - 1];
    return before !== undefined && n - before > 1 ? [null, n] : [n];
  });
}

export function pageCount(total_count: number, per_page: number): number {
  return Math.max(1, Math.ceil(total_count / per_page));
}

/** `12,400`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
