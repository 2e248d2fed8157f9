// Buttons below the facts of a processor or terminal: it is turned on and off, and ended for good.
import { PlainButton } from '../kit/plain-button.tsx';

interface StatusActionsProps<End extends string> {
  status: string;
  /** What ends it for good. */
  end: { action: End; label: string };
  onChoose: (action: 'enable' | 'disable' | End) => void;
}

export function StatusActions<End extends string>(props: StatusActionsProps<End>) {
  const { status, end, onChoose } = props;
  const turn = status === 'active' ? 'disable' : 'enable';
  return (
    <>
      <PlainButton onClick={() => onChoose(turn)}>
        {turn === 'disable' ? 'Disable' : 'Enable'}
      </PlainButton>
      <PlainButton onClick={() => onChoose(end.action)}>{end.label}</PlainButton>
    </>
  );
}
