// The members that differ between two values: only these are sent, so that changes of others are
// kept.

export function differing<T extends object>(before: T, after: T): Partial<T> {
  const entries = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
  );
  return Object.fromEntries(entries) as Partial<T>;
}
