// The times of day at which batches close, as choices.

export const half_hours = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0');
  return choiceOf(`${hour}:${index % 2 === 0 ? '00' : '30'}:00`);
});

function choiceOf(time: string) {
  return { value: time, label: time.slice(0, 5) };
}

/** With the one that is stored, which may be any time. */
export function halfHoursWith(stored: string) {
  if (half_hours.some(({ value }) => value === stored)) return half_hours;
  return [...half_hours, choiceOf(stored)].sort((a, b) => (a.value < b.value ? -1 : 1));
}
