// What the picker of payment methods says to listeners when another tab is shown (spec 2 §3).
import type { PickerTab } from './tabs.ts';

/** The event's `detail` is the new type; it bubbles, so that whatever holds the form may listen. */
export const tab_changed = 'tabChanged';

/** Once for each change; the tab that is shown already says nothing. */
export function announceTabChange(
  at: EventTarget | null,
  before: PickerTab,
  type: PickerTab,
): void {
  if (before === type) return;
  at?.dispatchEvent(new CustomEvent(tab_changed, { detail: type, bubbles: true }));
}
