// A panel at the right edge over the page: more about one thing, without leaving the screen.

import { IconX } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { IconButton } from '../icon-button.tsx';
import { useModal } from './modals.ts';
import styles from './side-panel.module.css';

interface SidePanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useModal(element, { onClose });
  // The veil belongs to the dialog: a press beside its content closes it.
  const beside = (event: MouseEvent) => event.target === element.current && onClose();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it
    <dialog
      ref={element}
      className={styles.sidePanel}
      aria-labelledby={id}
      onClick={beside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div>
        <div className={styles.sideHead}>
          <h2 id={id}>{title}</h2>
          <IconButton label="Close" icon={IconX} onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
