// Toasts at the bottom right: 5 s each, not while one points at them or stands in them.
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { icon_16 } from '../kit/icon.ts';
import { closeToast, type Toast, toasts } from '../notices.ts';
import { useStore } from '../store.ts';

const icons = {
  success: IconCircleCheck,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  error: IconAlertCircle,
};

function OneToast({ toast, held }: { toast: Toast; held: boolean }) {
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => closeToast(toast.id), toast.timeout);
    return () => clearTimeout(timer);
  }, [toast.id, toast.timeout, held]);
  const Icon = icons[toast.type];
  return (
    <div className="toast" data-type={toast.type}>
      <Icon {...icon_16} size={18} />
      <span>{toast.message}</span>
      <button
        type="button"
        className="icon-button"
        aria-label="Close"
        onClick={() => closeToast(toast.id)}
      >
        <IconX {...icon_16} />
      </button>
    </div>
  );
}

export function Toasts() {
  const shown = useStore(toasts);
  const [held, setHeld] = useState(false);
  const none = shown.length === 0;
  // A toast that is closed under the pointer tells nobody that the pointer has left.
  useEffect(() => {
    if (none) setHeld(false);
  }, [none]);
  return (
    <section
      className="toasts"
      aria-live="polite"
      aria-label="Messages"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <OneToast key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  );
}
