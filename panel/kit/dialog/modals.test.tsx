// A dialog that the browser closes by itself: it stays as long as its component does.
import { useRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { standing } from '../../testing/standing.tsx';
import { open_modals, useModal } from './modals.ts';

/** A dialog of the browser as far as `useModal` knows one. */
class FakeDialog extends EventTarget {
  open = false;
  showModal() {
    this.open = true;
  }
  close() {
    this.open = false;
  }
  closeByBrowser() {
    this.close();
    this.dispatchEvent(new Event('close'));
  }
}

const onClose = vi.fn();
let dialog: FakeDialog;

beforeEach(() => {
  onClose.mockReset();
  dialog = new FakeDialog();
  open_modals.set([]);
});

const hook = (close: () => void) => {
  const element = useRef(dialog as unknown as HTMLDialogElement);
  useModal(element, { onClose: close });
};

test('is told of it, and is shown again while it has to stay', async () => {
  const screen = await standing(hook, () => undefined);
  await screen.again(onClose);
  dialog.closeByBrowser();
  expect(onClose).toHaveBeenCalledTimes(1);
  expect([dialog.open, open_modals.get()]).toEqual([true, [dialog]]);
  dialog.closeByBrowser();
  expect(onClose).toHaveBeenCalledTimes(2);
  expect(dialog.open).toBe(true);
  await screen.leave();
});

test('is closed for good once its component leaves', async () => {
  const screen = await standing(hook, onClose);
  await screen.leave();
  dialog.dispatchEvent(new Event('close'));
  expect([dialog.open, open_modals.get(), onClose.mock.calls]).toEqual([false, [], []]);
});
