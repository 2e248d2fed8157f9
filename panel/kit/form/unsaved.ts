// Forms on the page with unsaved changes, so that leaving them shows one confirmation.
import { useEffect, useMemo, useRef } from 'react';

interface Form {
  /** Nothing would be lost: untouched, being sent, or discarded. */
  released: boolean;
}

const forms = new Set<Form>();

/** Whether leaving now would lose something. */
export function holdsChanges(): boolean {
  return [...forms].some(({ released }) => !released);
}

/** Leaving is confirmed: the forms that stay mounted until the next page block nothing more. */
export function giveUpChanges(): void {
  for (const form of forms) form.released = true;
}

/** A save was refused: the changes exist only in the form again. */
export function takeBackSent(): void {
  for (const form of forms) form.released = false;
}

export interface Unsaved {
  /** It is being sent or discarded: the navigation that follows needs no confirmation. */
  release: () => void;
  /** Somebody changed something. */
  touch: () => void;
}

/** A form with changes until `forget` is called. */
export function holdChanges(): Unsaved & { forget: () => void } {
  const form: Form = { released: false };
  forms.add(form);
  return {
    release: () => {
      form.released = true;
    },
    touch: () => {
      form.released = false;
    },
    forget: () => void forms.delete(form),
  };
}

/** Registers this form with the guard while `changed` is true. */
export function useUnsaved(changed: boolean): Unsaved {
  const held = useRef<ReturnType<typeof holdChanges>>(null);
  useEffect(() => {
    if (!changed) return;
    const mine = holdChanges();
    held.current = mine;
    return () => {
      mine.forget();
      held.current = null;
    };
  }, [changed]);
  return useMemo(
    () => ({ release: () => held.current?.release(), touch: () => held.current?.touch() }),
    [],
  );
}
