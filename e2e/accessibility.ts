// What axe finds on a page, and whether a page is wider than its window.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  help: string;
  nodes: { target: string[]; html: string; failureSummary?: string }[];
}

/** One line for each violation but those of rules left out; best practices count. [] is clean. */
export async function axeFindings(page: Page, without: string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  return await findings(page, { rules });
}

/** The same of the rules about colour alone: what another scheme can change on one document. */
export async function colorFindings(page: Page): Promise<string[]> {
  const values = ['color-contrast', 'link-in-text-block'];
  return await findings(page, { runOnly: { type: 'rule', values } });
}

async function findings(page: Page, given: object): Promise<string[]> {
  await page.evaluate(`window.axe ? undefined : void (() => { ${source} })()`);
  const options = JSON.stringify({ resultTypes: ['violations'], ...given });
  const found = (await page.evaluate(`axe.run(document, ${options})
    .then(({ violations }) => violations)`)) as Violation[];
  return found.map(({ id, impact, help, nodes }) => {
    const where = nodes.slice(0, 3).map(({ target, html, failureSummary }) => {
      const why = failureSummary?.split('\n')[1]?.trim() ?? '';
      return `${target.join(' ')} ${html.slice(0, 160)} ${why.slice(0, 200)}`;
    });
    return `${impact} ${id}: ${help} (${nodes.length}×)\n    ${where.join('\n    ')}`;
  });
}

/** Pixels that the page is wider than its window, and what sticks out; null where it fits. */
export async function sidewaysScroll(page: Page): Promise<string | null> {
  return await page.evaluate(`(() => {
    const room = document.documentElement.clientWidth;
    const wide = document.scrollingElement.scrollWidth;
    if (wide <= room) return null;
    const out = [...document.querySelectorAll('body *')]
      .filter((one) => one.getBoundingClientRect().right > room + 1)
      .slice(0, 5)
      .map((one) => one.tagName.toLowerCase() + '.' + String(one.className).slice(0, 60));
    return (wide - room) + ' px: ' + out.join(', ');
  })()`);
}
