// The event that another payment tab is shown.
import { expect, it } from 'vitest';
import { tab_changed, tellTabChanged } from './tab-changed.ts';

it('tells a listener the new type once, and nothing of the tab that is shown already', () => {
  const heard: unknown[] = [];
  const form = new EventTarget();
  form.addEventListener('tabChanged', (event) => heard.push((event as CustomEvent).detail));
  tellTabChanged(form, 'card', 'ach');
  expect(heard).toEqual(['ach']);
  tellTabChanged(form, 'ach', 'ach');
  tellTabChanged(null, 'ach', 'cash');
  expect(heard).toEqual(['ach']);
  tellTabChanged(form, 'ach', 'customer');
  expect([tab_changed, heard]).toEqual(['tabChanged', ['ach', 'customer']]);
});
