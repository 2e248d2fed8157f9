// Single keys that act while nobody is typing, and the list of those that act now.
import { useEffect, useRef } from 'react';
import { makeStore } from '../store.ts';

export interface KeyAction {
  /** As `event.key` gives it: `j`, `.`, `/`, `?`. */
  key: string;
  /** What it does, for the list of keys. */
  label: string;
  run: (event: KeyboardEvent) => void;
  /** Acts while typing too; then it is Ctrl (⌘ on a Mac) and the key. */
  with_control?: boolean;
}

/** Keys that act now, the newest screen's last. */
export const active_keys = makeStore<readonly KeyAction[]>([]);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}

/** Behind a dialog or an open menu the page is silent. */
function isCovered(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') === null) {
    return target instanceof Element && target.closest('[role="menu"]') !== null;
  }
  return !(target instanceof Element && target.closest('dialog[open]') !== null);
}

function pressed(event: KeyboardEvent): void {
  const control = event.ctrlKey || event.metaKey;
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  if (!control && (isTyping(event.target) || isInDialog(event.target))) return;
  if (isCovered(event.target)) return;
  const action = active_keys
    .get()
    .findLast(
      (one) => one.key === event.key.toLowerCase() && control === (one.with_control ?? false),
    );
  if (action === undefined) return;
  event.preventDefault();
  action.run(event);
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('dialog') !== null;
}

/** Lets these keys act while the component is on the page. */
export function useKeys(actions: readonly KeyAction[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  const names = actions.map((action) => `${action.with_control ? '^' : ''}${action.key}`).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand for the actions
  useEffect(() => {
    const mine = latest.current.map((action, index) => ({
      ...action,
      run: (event: KeyboardEvent) => latest.current[index]?.run(event),
    }));
    const without = () => active_keys.get().filter((one) => !mine.includes(one));
    active_keys.set([...without(), ...mine]);
    return () => active_keys.set(without());
  }, [names]);
}

/** Starts listening; gives the function that stops. */
export function listenToKeys(): () => void {
  document.addEventListener('keydown', pressed);
  return () => document.removeEventListener('keydown', pressed);
}

/** `⌘ ↵` on a Mac, `Ctrl ↵` elsewhere. */
export function controlKey(key: string): string {
  return `${/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'} ${key}`;
}
