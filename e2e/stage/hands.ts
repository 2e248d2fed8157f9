// A person without a pointer: moves by Tab, reads what has the focus, types. Never touches a mouse.

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a screen reader would call the thing that has the focus. */
export async function focusedName(page: Page): Promise<string> {
  return await page.evaluate(`(() => {
    const one = document.activeElement;
    if (!one || one === document.body) return '';
    const by = one.getAttribute('aria-labelledby');
    const labelled = by ? by.split(' ').map((id) => document.getElementById(id)?.textContent) : [];
    const label = one.labels?.[0]?.textContent;
    const said = one.getAttribute('aria-label') || labelled.join(' ') || label || one.textContent;
    return said.replace(/\\s+/g, ' ').trim();
  })()`);
}

/** Whether the eye can see where the focus is: a ring, an edge or a shadow that others lack. */
async function focusIsSeen(page: Page): Promise<boolean> {
  return await page.evaluate(`(() => {
    const one = document.activeElement;
    const seen = (element) => {
      const style = getComputedStyle(element);
      return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1)
        || style.boxShadow !== 'none';
    };
    // Fields draw the ring on the frame around them.
    return seen(one) || (one.parentElement !== null && seen(one.parentElement));
  })()`);
}

/** Waits until the page has something to go to: Tab on a page that is still blank goes nowhere. */
async function somethingToReach(page: Page): Promise<void> {
  const inside = 'main :is(a[href], button, input, select, textarea, [tabindex="0"])';
  await page.locator(inside).first().waitFor();
}

/**
 * Presses Tab until this name has the focus; every stop on the way must be visible to the eye.
 * Fails after going round once.
 */
export async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const passed: string[] = [];
  await somethingToReach(page);
  for (let steps = 0; steps < 90; steps++) {
    const now = await focusedName(page);
    if (name.test(now) && now !== '') return;
    await page.keyboard.press(key);
    const next = await focusedName(page);
    passed.push(next);
    if (next !== '') expect(await focusIsSeen(page), `the focus shows on “${next}”`).toBe(true);
  }
  throw new Error(`${name} is not reached by ${key}: ${passed.join(' | ')}`);
}

/** Goes to a control and presses Enter. */
export async function press(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Goes to a field and replaces what stands in it. */
export async function fillIn(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** Waits for words to stand somewhere on the page. */
export async function reads(page: Page, words: string | RegExp): Promise<void> {
  await page.getByText(words).first().waitFor();
}
