// Hears a card reader that types like a keyboard, wherever the focus is.
import { type Swipe, swipeReader } from './swipe.ts';

/** Gives typed text back to the field that was meant, through its own input event. */
function typeInto(field: Element | null, text: string): void {
  const fields = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (!fields) return;
  const at = field.selectionStart ?? field.value.length;
  const end = field.selectionEnd ?? at;
  field.setRangeText(text, at, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: text }));
}

/** Calls back with each swipe, null for a stripe that cannot be read; gives what ends it. */
export function listenForSwipes(onSwipe: (swipe: Swipe | null) => void): () => void {
  let meant: Element | null = null;
  const reader = swipeReader({
    onSwipe,
    onTyped: (text) => typeInto(meant, text),
    start: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '%') meant = document.activeElement;
    if (!reader.key(event.key, event.timeStamp)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('keydown', listen, { capture: true });
  return () => {
    document.removeEventListener('keydown', listen, { capture: true });
    reader.stop();
  };
}
