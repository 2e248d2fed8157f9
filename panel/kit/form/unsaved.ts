// Forms on the page that hold changes nobody saved, so that leaving them asks once.
import { useEffect, useMemo, useRef } from 'react';

interface Form {
  /** Nothing would be lost: untouched, being sent, or given up. */
  released: boolean;
}

const forms = new Set<Form>();

/** Whether leaving now would lose something. */
export function holdsChanges(): boolean {
  return [...forms].some(({ released }) => !released);
}

/** Whoever leaves has said so: what is on the page until the next one stands holds nothing back. */
export function giveUpChanges(): void {
  for (const form of forms) form.released = true;
}

/** A save was refused: what was sent is still nowhere but here. */
export function takeBackSent(): void {
  for (const form of forms) form.released = false;
}

export interface Unsaved {
  /** It is being sent or given up: where that leads may be followed unasked. */
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

/** Tells the guard that this form holds changes while `changed`. */
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
