// What axe finds on a page, and whether a page is wider than its window.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { unlikeBefore } from './appearance.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  help: string;
  nodes: { target: string[]; html: string; failureSummary?: string }[];
}

const color_rules = ['color-contrast', 'link-in-text-block'];
const violations_only = { resultTypes: ['violations'] };

/** One line for each violation; best practices count. [] is clean. */
export async function axeFindings(page: Page): Promise<string[]> {
  return await findings(page, 'document', violations_only);
}

/** The same of every rule but those about colour. */
export async function structureFindings(page: Page): Promise<string[]> {
  const rules = Object.fromEntries(color_rules.map((rule) => [rule, { enabled: false }]));
  return await findings(page, 'document', { ...violations_only, rules });
}

const colors = { ...violations_only, runOnly: { type: 'rule', values: color_rules } };

/** The same of the rules about colour alone: what another scheme can change on one document. */
export async function colorFindings(page: Page): Promise<string[]> {
  return await findings(page, 'document', colors);
}

/** The same of what looks unlike it did when the page was noted under this name. */
export async function changedColorFindings(page: Page, noted: string): Promise<string[]> {
  return await findings(page, unlikeBefore(noted), colors);
}

async function findings(page: Page, within: string, options: object): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(source);
  const found = (await page.evaluate(`(async () => {
    const within = ${within};
    if (Array.isArray(within) && within.length === 0) return [];
    return (await axe.run(within, ${JSON.stringify(options)})).violations;
  })()`)) as Violation[];
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
