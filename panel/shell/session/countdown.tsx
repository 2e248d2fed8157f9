// `14:32 till log out`, with a button that starts the time again (spec 1 §1).
import { IconRefresh } from '@tabler/icons-react';
import { icon_14 } from '../../kit/icon.ts';
import { formatCountdown } from '../../session/session.ts';
import { useSecondsLeft } from './seconds-left.ts';

export function Countdown({ onRefresh }: { onRefresh: () => void }) {
  const seconds = useSecondsLeft();
  return (
    <button
      type="button"
      className="countdown"
      title="Start the 15 minutes again"
      onClick={onRefresh}
    >
      <span>{formatCountdown(seconds)} till log out</span>
      <IconRefresh {...icon_14} />
      <span className="hidden-text">, refresh session</span>
    </button>
  );
}
