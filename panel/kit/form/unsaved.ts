// Forms on the page with unsaved changes, so that leaving them shows one confirmation.
import { useEffect, useMemo, useRef } from 'react';

interface Form {
  /** Leaving loses nothing: the form is unchanged, being sent, or discarded. */
  released: boolean;
}

const forms = new Set<Form>();

/** Whether leaving the page now would lose changes. */
export function hasUnsavedChanges(): boolean {
  return [...forms].some(({ released }) => !released);
}

/** Leaving is confirmed: forms that stay mounted until the next page no longer block it. */
export function discardChanges(): void {
  for (const form of forms) form.released = true;
}

/** A save was refused: the changes exist only in the form again. */
export function markUnsent(): void {
  for (const form of forms) form.released = false;
}

export interface Unsaved {
  /** The form is being sent or discarded: the navigation that follows needs no confirmation. */
  release: () => void;
  /** The form has changed. */
  touch: () => void;
}

/** Registers a form with changes until `unregister` is called. */
export function registerUnsaved(): Unsaved & { unregister: () => void } {
  const form: Form = { released: false };
  forms.add(form);
  return {
    release: () => {
      form.released = true;
    },
    touch: () => {
      form.released = false;
    },
    unregister: () => void forms.delete(form),
  };
}

/** Registers this form with the guard while `changed` is true. */
export function useUnsaved(changed: boolean): Unsaved {
  const registration = useRef<ReturnType<typeof registerUnsaved>>(null);
  useEffect(() => {
    if (!changed) return;
    const mine = registerUnsaved();
    registration.current = mine;
    return () => {
      mine.unregister();
      registration.current = null;
    };
  }, [changed]);
  return useMemo(
    () => ({
      release: () => registration.current?.release(),
      touch: () => registration.current?.touch(),
    }),
    [],
  );
}
