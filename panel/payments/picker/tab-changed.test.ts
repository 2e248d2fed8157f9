// The event that another payment tab is shown.
import { expect, it } from 'vitest';
import { announceTabChange, tab_changed } from './tab-changed.ts';

it('tells a listener the new type once, and nothing of the tab that is shown already', () => {
  const heard: unknown[] = [];
  const form = new EventTarget();
  form.addEventListener('tabChanged', (event) => heard.push((event as CustomEvent).detail));
  announceTabChange(form, 'card', 'ach');
  expect(heard).toEqual(['ach']);
  announceTabChange(form, 'ach', 'ach');
  announceTabChange(null, 'ach', 'cash');
  expect(heard).toEqual(['ach']);
  announceTabChange(form, 'ach', 'customer');
  expect([tab_changed, heard]).toEqual(['tabChanged', ['ach', 'customer']]);
});
