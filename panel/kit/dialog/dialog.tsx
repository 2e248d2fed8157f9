// A modal dialog on the browser's own <dialog>: holds the focus, closes on Esc, gives it back.
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconClock,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, type SyntheticEvent, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import basics from '../../style/basics.module.css';
import { icon_16 } from '../icon.ts';
import styles from './dialog.module.css';
import { useModal } from './modals.ts';

/** `waiting` is the dialog with a countdown: it is above every other dialog. */
export type DialogTone = 'info' | 'error' | 'warning' | 'waiting' | 'plain';

const tone_icons = {
  info: IconInfoCircle,
  error: IconAlertTriangle,
  warning: IconAlertCircle,
  waiting: IconClock,
};

interface DialogProps {
  title: string;
  tone?: DialogTone;
  onClose: () => void;
  /** Below the line: buttons, the primary one last. */
  footer: ReactNode;
  children: ReactNode;
}

/** Focuses the first field, else the primary button, else what the browser chooses. */
function focusInside(dialog: HTMLDialogElement): void {
  const wanted =
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>('[data-part="dialog-body"] :is(input, select, textarea)') ??
    dialog.querySelector<HTMLElement>('[data-primary]');
  // Read from the top: a button at the end must not take the page there.
  wanted?.focus({ preventScroll: true });
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

export function Dialog({ title, tone = 'plain', onClose, footer, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useModal(element, { onClose, onOpen: focusInside, stays_above: tone === 'waiting' });
  const Icon = tone === 'plain' ? null : tone_icons[tone];
  // Not where it is opened: inside a form its own form would be one in another, which no browser
  // has, and what is typed and sent here would be that form's.
  return createPortal(
    <dialog
      ref={element}
      onSubmit={stop}
      onInput={stop}
      className={styles.dialog}
      role={tone === 'error' || tone === 'waiting' ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        {Icon && (
          <span className={styles.tone} data-tone={tone}>
            <Icon {...icon_16} />
          </span>
        )}
        <h2 id={`${id}-title`}>{title}</h2>
        <button
          type="button"
          className={`${basics.iconButton} ${styles.close}`}
          aria-label="Close"
          onClick={onClose}
        >
          <IconX {...icon_16} />
        </button>
      </header>
      <div className={styles.body} data-part="dialog-body" id={`${id}-body`}>
        {children}
      </div>
      <footer>{footer}</footer>
    </dialog>,
    document.body,
  );
}
