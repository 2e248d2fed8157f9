// Shortcuts outside of text fields, one key or two in a row, and the list of the active ones.
import { useEffect, useRef } from 'react';
import { makeStore } from '../../store.ts';

export interface KeyAction {
  /** As `event.key` gives it: `j`, `.`, `/`, `?`. */
  key: string;
  /** What it does, for the list of keys. */
  label: string;
  run: (event: KeyboardEvent) => void;
  /** Acts while typing too; then it is Ctrl (⌘ on a Mac) and the key. */
  with_control?: boolean;
  /** The key pressed right before it: `g` and then `t`. */
  after?: string;
}

const storage_key = 'penstock-single-keys';

/** Whether letters alone act; who dictates or has a tremor switches them off (WCAG 2.1.4). */
export const single_keys = makeStore<boolean>(wanted());

function wanted(): boolean {
  return typeof localStorage === 'undefined' || localStorage.getItem(storage_key) !== 'off';
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(storage_key);
  else localStorage.setItem(storage_key, 'off');
  single_keys.set(on);
}

/** Keys that act now, the newest screen's last. */
export const active_keys = makeStore<readonly KeyAction[]>([]);

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // A box that is ticked takes no text: the letters are still the list's.
  const typed = 'input:not([type="checkbox"], [type="radio"]), textarea, select';
  return target.isContentEditable || target.matches(typed);
}

/** Behind a dialog or an open menu the page is silent, wherever the key was pressed. */
function isCovered(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  return target instanceof Element && target.closest('[role="menu"]') !== null;
}

/** The order of the Tab key on a screen that documents one; '' where none does. */
export const tab_order = makeStore<string>('');

/** Adds the order of the Tab key to the list of keys while the component is mounted. */
export function useTabOrder(words: string): void {
  useEffect(() => {
    tab_order.set(words);
    return () => tab_order.set('');
  }, [words]);
}

/** How long after the first of two keys the second is accepted. */
const waits_ms = 1500;
let first = { key: '', until: 0 };

/** The action of a key press: of two keys in a row before one alone, of the newest screen first. */
export function actionOf(
  actions: readonly KeyAction[],
  press: { key: string; control: boolean; before: string },
): KeyAction | undefined {
  const fits = (after: string) =>
    actions.findLast(
      (one) =>
        one.key === press.key &&
        press.control === (one.with_control ?? false) &&
        (one.after ?? '') === after,
    );
  return (press.before !== '' && fits(press.before)) || fits('');
}

/** Whether it is the first of two keys, which does nothing by itself. */
function begins(key: string, now: number): boolean {
  if (!active_keys.get().some(({ after }) => after === key)) return false;
  first = { key, until: now + waits_ms };
  return true;
}

function pressed(event: KeyboardEvent): void {
  const control = event.ctrlKey || event.metaKey;
  if (event.defaultPrevented || event.altKey || event.isComposing) return;
  if (!control && isTyping(event.target)) return;
  if (isCovered(event.target) || (!control && !single_keys.get())) return;
  const key = event.key.toLowerCase();
  const before = !control && event.timeStamp < first.until ? first.key : '';
  first = { key: '', until: 0 };
  const action = actionOf(active_keys.get(), { key, control, before });
  if (action?.after === undefined && !control && begins(key, event.timeStamp)) return;
  if (action === undefined) return;
  event.preventDefault();
  action.run(event);
}

/** Lets these keys act while the component is on the page. */
export function useKeys(actions: readonly KeyAction[]): void {
  const latest = useRef(actions);
  latest.current = actions;
  const names = actions
    .map((action) => `${action.with_control ? '^' : (action.after ?? '')}${action.key}`)
    .join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names identify the actions
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
