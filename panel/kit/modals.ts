// Dialogs that lie over the page, the topmost last: what must be reachable goes into that one.
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { makeStore } from '../store.ts';

/** Whatever stands outside the last of them can be neither pressed nor read out. */
export const open_modals = makeStore<readonly HTMLDialogElement[]>([]);

/** Opens the element over the page while its component is there; `onOpen` may move the focus. */
export function useModal(
  element: RefObject<HTMLDialogElement | null>,
  onOpen?: (dialog: HTMLDialogElement) => void,
): void {
  const opened = useRef(onOpen);
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    dialog.showModal();
    opened.current?.(dialog);
    open_modals.set([...open_modals.get(), dialog]);
    return () => {
      open_modals.set(open_modals.get().filter((one) => one !== dialog));
      // Before React takes it away: only a closed dialog gives the focus back.
      dialog.close();
    };
  }, [element]);
}
