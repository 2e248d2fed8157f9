// Focuses the first field with an error once its message is rendered.
import { type RefObject, useEffect } from 'react';
import type { Form } from './use-form.ts';

/** Puts the focus into the first field that has an error. */
export function focusFirstError(around: HTMLElement | null): boolean {
  const first = around?.querySelector<HTMLElement>('[aria-invalid="true"]');
  // A group of fields is invalid as a whole: its first field takes the focus.
  const inside = first?.querySelector<HTMLElement>('input, select, textarea, button');
  (inside ?? first)?.focus();
  return first !== null && first !== undefined;
}

/** Folds must be open and messages rendered before the focus moves: it waits for that paint. */
export function useFirstError(form: Form, around: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (form.busy || !form.focus_wanted.current) return;
    const frame = requestAnimationFrame(() => {
      if (focusFirstError(around.current)) form.focus_wanted.current = false;
    });
    return () => cancelAnimationFrame(frame);
  });
}
