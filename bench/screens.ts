// The panel's screens in a browser: what moves after it was painted, and what memory they keep.
import path from 'node:path';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openBrowser, type PanelSession, signInByCall } from '../e2e/stage/browser.ts';
import { shiftedOn, watchShifts } from '../e2e/stage/layout-shifts.ts';
import { demo_password } from '../server/seed/credentials.ts';
import { reportFigure } from './harness/measure.ts';
import { routeWeights } from './harness/route-weights.ts';
import type { Stage } from './harness/stage.ts';
import { benchHomePaint } from './home-paint.ts';
import { benchListPaint } from './list-paint.ts';

const people = { merchant: 'harborview_admin', partner: 'north_admin', admin: 'demo_admin' };
type Area = keyof typeof people;
const areas = Object.keys(people) as Area[];

const settles_ms = 1_500;
const rounds = 3;

async function enter(browser: Browser, origin: string, session: PanelSession, width: number) {
  const height = width < 700 ? 800 : 900;
  const context = await browser.newContext({ baseURL: origin, viewport: { width, height } });
  const stored = JSON.stringify(JSON.stringify(session));
  await context.addInitScript(`sessionStorage.setItem('penstock-session', ${stored})`);
  await context.addInitScript(watchShifts);
  return { context, page: await context.newPage() };
}

/** Pages that the menu leads to, the tabs of each, and the first record of each list. */
async function findScreens(page: Page, area: Area): Promise<string[]> {
  const found = new Set<string>();
  const links = async (selector: string): Promise<string[]> =>
    await page.$$eval(selector, (all) => all.map((one) => String(Reflect.get(one, 'pathname'))));
  await page.goto(`/${area}`);
  await page.waitForSelector('[data-part="side-links"] a');
  await page.waitForTimeout(settles_ms);
  const menu = await links('[data-part="side-links"] a');
  for (const place of menu) {
    found.add(place);
    await page.goto(place);
    await page.waitForTimeout(settles_ms);
    for (const tab of await links('nav.page-tabs a')) found.add(tab);
    const [record] = await links('[data-row-link]');
    if (record !== undefined) found.add(record);
  }
  return [...found].filter((one) => one.startsWith(`/${area}`));
}

async function worstShift(page: Page, screens: readonly string[]) {
  let worst = { place: '', shift: 0 };
  for (const place of screens) {
    await page.goto(place);
    await page.waitForTimeout(settles_ms);
    const shift = await shiftedOn(page);
    if (shift > worst.shift) worst = { place, shift };
  }
  return worst;
}

/** Goes there as a link does, without loading the page anew. */
async function goInside(page: Page, place: string, step: number): Promise<void> {
  await page.evaluate(`history.pushState({ idx: ${step} }, '', ${JSON.stringify(place)});
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));`);
  await page.waitForTimeout(settles_ms / 3);
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 1024 / 1024;
}

/** Megabytes that opening and leaving all screens three times leaves behind, after a first time. */
async function heapGrowth(page: Page, area: Area, screens: readonly string[]): Promise<number> {
  const cdp = await page.context().newCDPSession(page);
  await page.goto(`/${area}`);
  await page.waitForTimeout(settles_ms);
  let step = 1;
  const walk = async () => {
    for (const place of screens) await goInside(page, place, step++);
    await goInside(page, screens[0] as string, step++);
    await page.waitForTimeout(settles_ms);
  };
  await walk();
  const before = await heapOf(cdp);
  for (let round = 0; round < rounds; round++) await walk();
  return (await heapOf(cdp)) - before;
}

/** Prints the heaviest route, the worst shift at two widths and the growth of the heap by area. */
export async function benchScreens(
  stage: Pick<Stage, 'root' | 'origin'>,
  of: readonly Area[] = areas,
): Promise<void> {
  const [heaviest] = routeWeights(path.join(stage.root, 'dist/panel'));
  const over = { name: 'heaviest route over the shell', unit: 'KB gz', better: 'less' } as const;
  reportFigure({ ...over, floor: 60, goal: 60, note: heaviest?.name }, heaviest?.kilobytes ?? 0);
  const browser = await openBrowser();
  try {
    for (const area of of) await benchArea(browser, stage.origin, area);
    // Last: it gives the merchant a table of its own.
    await benchPaints(browser, stage.origin);
  } finally {
    await browser.close();
  }
}

/** What a merchant waits for: the charts of its home, then the rows of a list. */
async function benchPaints(browser: Browser, origin: string): Promise<void> {
  const user = { username: people.merchant, password: demo_password };
  const session = await signInByCall(origin, user);
  const at = async (width: number, bench: (page: Page) => Promise<void>) => {
    const { context, page } = await enter(browser, origin, session, width);
    await bench(page);
    await context.close();
  };
  await at(1440, benchHomePaint);
  await at(1920, (page) => benchListPaint(page, origin, session));
}

async function benchArea(browser: Browser, origin: string, area: Area): Promise<void> {
  const session = await signInByCall(origin, { username: people[area], password: demo_password });
  let screens: string[] = [];
  for (const width of [1280, 360]) {
    const { context, page } = await enter(browser, origin, session, width);
    if (screens.length === 0) screens = await findScreens(page, area);
    const { place, shift } = await worstShift(page, screens);
    const name = `${area}: worst layout shift at ${width} px`;
    const note = `${screens.length} screens; worst ${place}`;
    reportFigure({ name, unit: '', better: 'less', floor: 0.02, goal: 0.02, note }, shift);
    if (width === 1280) {
      const grown = await heapGrowth(page, area, screens);
      const heap = `${area}: heap after all screens, ${rounds} times more`;
      reportFigure({ name: heap, unit: 'MB', better: 'less', floor: 5, goal: 5 }, grown);
    }
    await context.close();
  }
}
