// `14:32 till log out`, with a button that starts the time again (spec 1 §1).
import { IconRefresh } from '@tabler/icons-react';
import { icon_14 } from '../../kit/icon.ts';
import { formatCountdown } from '../../session/session.ts';
import basics from '../../style/basics.module.css';
import styles from '../header.module.css';
import { useSecondsLeft } from './seconds-left.ts';

export function Countdown({ onRefresh }: { onRefresh: () => void }) {
  const seconds = useSecondsLeft();
  return (
    <button
      type="button"
      className={styles.countdown}
      data-part="countdown"
      title="Restart the 15-minute timer"
      onClick={onRefresh}
    >
      <span>{formatCountdown(seconds)} till log out</span>
      <IconRefresh {...icon_14} />
      <span className={basics.hiddenText}>, refresh session</span>
    </button>
  );
}
