// The open dialogs, the topmost last: what must be reachable is rendered inside that one.
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { makeStore } from '../../store.ts';

/** What is outside the last of them can be neither pressed nor read by a screen reader. */
export const open_modals = makeStore<readonly HTMLDialogElement[]>([]);

/** A dialog with a countdown: whatever opens while it is open opens below it. */
let above: { dialog: HTMLDialogElement; raise: () => void } | null = null;

interface ModalOptions {
  /** Takes it off the page, unless it has to stay: the browser may close it without asking. */
  onClose: () => void;
  /** Moves the focus, each time the dialog comes to the top. */
  onOpen?: (dialog: HTMLDialogElement) => void;
  /** It stays above dialogs that open later. */
  stays_above?: boolean;
}

/** Opens the element over the page while its component is there. */
export function useModal(
  element: RefObject<HTMLDialogElement | null>,
  { onClose, onOpen, stays_above = false }: ModalOptions,
): void {
  const opened = useRef(onOpen);
  const closed = useRef(onClose);
  useLayoutEffect(() => {
    closed.current = onClose;
  });
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    const others = () => open_modals.get().filter((one) => one !== dialog);
    const raise = () => {
      // The browser stacks dialogs as they were opened: what is to be on top is opened anew.
      if (dialog.open) dialog.close();
      dialog.showModal();
      opened.current?.(dialog);
      open_modals.set([...others(), dialog]);
    };
    // A second Esc in a row closes a dialog whatever it answers to `cancel`. Its component still
    // stands: it is shown again, and told what the person wants, as by the first Esc.
    const reopen = () => {
      if (dialog.open) return;
      raise();
      closed.current();
    };
    raise();
    dialog.addEventListener('close', reopen);
    if (stays_above) above = { dialog, raise };
    else above?.raise();
    return () => {
      if (above?.dialog === dialog) above = null;
      open_modals.set(others());
      dialog.removeEventListener('close', reopen);
      // Before React takes it away: only a closed dialog gives the focus back.
      dialog.close();
    };
  }, [element, stays_above]);
}
