// A moment in the user's zone and order; its exact value is in the `title` attribute. A page names
// its zone once (`zone-note.tsx`): a moment names it itself where it stands alone. And a day.
import { useDisplay } from './display.ts';
import { formatDay, formatMoment, formatSince, zoneName } from './moments.ts';

interface MomentProps {
  /** RFC 3339; nothing is shown for null or ''. */
  at: string | null;
  /** `day` and minute, or the `seconds` of a timeline. */
  as?: 'day' | 'seconds';
  /** Where the timeline began: seconds of another day name their day. */
  since?: string;
  with_zone?: boolean;
}

export function Moment({ at, as = 'day', since, with_zone = false }: MomentProps) {
  const display = useDisplay();
  if (at === null || at === '') return null;
  const text = as === 'day' ? formatMoment(at, display) : formatSince(at, since ?? at, display);
  return (
    <time dateTime={at} title={at}>
      {text}
      {with_zone && (
        <>
          {' '}
          <span data-part="zone">{zoneName(at, display)}</span>
        </>
      )}
    </time>
  );
}

/** A day, `2030-12-24`, in the user's order; a day has no zone. */
export function Day({ on }: { on: string }) {
  return <time dateTime={on}>{formatDay(on, useDisplay())}</time>;
}
