// Toasts at the bottom right: 5 s each, paused while the pointer or the focus is on them.

import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { open_modals } from '../kit/dialog/modals.ts';
import { icon_16 } from '../kit/icon.ts';
import { IconButton } from '../kit/icon-button.tsx';
import { closeToast, type Toast, toasts } from '../notices.ts';
import { useStore } from '../store.ts';
import styles from './toasts.module.css';

const icons = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
};

/** Outside the shelf, which moves between dialogs: a remount would restart the timer. */
function Timer({ toast, held }: { toast: Toast; held: boolean }) {
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => closeToast(toast.id), toast.timeout);
    return () => clearTimeout(timer);
  }, [toast.id, toast.timeout, held]);
  return null;
}

function OneToast({ toast }: { toast: Toast }) {
  const { id, type, message, undo } = toast;
  const Icon = icons[type];
  const takeBack = () => {
    closeToast(id);
    undo?.();
  };
  return (
    <div className={styles.toast} data-part="toast" data-type={type}>
      <Icon {...icon_16} size={18} />
      <span>{message}</span>
      {undo && (
        <button type="button" className={styles.toastUndo} onClick={takeBack}>
          Undo
        </button>
      )}
      <IconButton label="Close" icon={IconX} onClick={() => closeToast(id)} />
    </div>
  );
}

interface ShelfProps {
  onHold: (held: boolean) => void;
  children: ReactNode;
}

/** Above everything, a dialog's own opening included. */
function Shelf({ onHold, children }: ShelfProps) {
  const element = useRef<HTMLElement>(null);
  const [ready, setReady] = useState(false);
  useLayoutEffect(() => element.current?.showPopover?.(), []);
  // A live region that is added with its text is not read out: the text is added afterwards.
  useEffect(() => setReady(true), []);
  return (
    <section
      ref={element}
      className={styles.toasts}
      popover="manual"
      aria-live="polite"
      aria-label="Messages"
      onMouseEnter={() => onHold(true)}
      onMouseLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
    >
      {ready && children}
    </section>
  );
}

export function Toasts() {
  const shown = useStore(toasts);
  const place = useStore(open_modals).at(-1) ?? document.body;
  const [held, setHeld] = useState(false);
  const none = shown.length === 0;
  // A toast that is removed or moved under the pointer fires no `mouseleave`.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move counts like an end
  useEffect(() => setHeld(false), [none, place]);
  return (
    <>
      {shown.map((toast) => (
        <Timer key={toast.id} toast={toast} held={held} />
      ))}
      {createPortal(
        <Shelf onHold={setHeld}>
          {shown.map((toast) => (
            <OneToast key={toast.id} toast={toast} />
          ))}
        </Shelf>,
        place,
      )}
    </>
  );
}
