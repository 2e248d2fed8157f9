// Calendar days of a time zone, for the day a posting or a batch belongs to.

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, ...parts });
  } catch {
    // A zone this machine does not know must not stop a payment.
    made = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', ...parts });
  }
  formats.set(timezone, made);
  return made;
}

/** The local day of a moment, `YYYY-MM-DD`. */
export function localDay(moment: Date, timezone: string): string {
  if (timezone === 'UTC') return moment.toISOString().slice(0, 10);
  return formatOf(timezone).format(moment);
}
