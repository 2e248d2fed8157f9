// What each element of a page looked like, so that only what looks different is judged again.
import type { Page } from 'playwright-core';

/** What contrast depends on: of everything its ground and its layer, of text its ink and size. */
const appearances = `(() => {
  const typed = 'input, select, textarea';
  const hasText = (one) => one.matches(typed) ||
    [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const look = (one) => {
    const style = getComputedStyle(one);
    const ground = [style.backgroundColor, style.backgroundImage, style.opacity, style.position];
    const ink = [style.color, style.fontSize, style.fontWeight, style.textShadow];
    return [...ground, ...(hasText(one) ? ink : [])].join(' ');
  };
  return [...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one, look(one)]);
})()`;

/** Keeps how everything that can be seen looks now, in the page itself. */
export async function noteAppearance(page: Page, name: string): Promise<void> {
  await page.evaluate(`void ((window.appearances ??= {})['${name}'] = new Map(${appearances}))`);
}

/** An expression: the elements that could not be seen then, or look otherwise now. */
export const unlikeBefore = (name: string) => `${appearances}
  .filter(([one, look]) => window.appearances['${name}'].get(one) !== look)
  .map(([one]) => one)`;
