// Every route of an area, as its table tells: no complaint, nothing for axe, no side scroll.
import { expect, it } from 'vitest';
import { is_deep } from '../../server/testing/deep.ts';
import type { Journey } from '../stage/browser.ts';
import { openAddress } from '../stage/open-address.ts';
import { openStage } from '../stage/stage.ts';
import { screenFaults, sharedScreenFaults } from './page-faults.ts';
import { parametersOf } from './parameters.ts';
import { type Area, readRoutes, screenName } from './route-tables.ts';
import { settle } from './settle.ts';

/** Pages that walk an area side by side: while one waits for an answer the other is looked at. */
const pages_in_parallel = 2;
/** Of a whole area on a busy machine. */
const limit_ms = 600_000;
/** Of one route: a page that hangs in a script answers no evaluation, and has no limit itself. */
const route_limit_ms = 90_000;

interface Sweep {
  /** What is still to be walked. */
  routes: string[];
  addressOf: (route: string) => string;
  /** Screens of administrators have these names: they are looked at from all sides there. */
  shared: Set<string>;
  seen: Set<string>;
  found: string[];
}

/** To be called at the top of a file: the areas of that file, one test each. */
export function sweepAreas(areas: readonly Area[]): void {
  const stage = openStage();
  it.each(areas)(
    'renders every route of %s, on a desktop and a phone',
    { timeout: limit_ms },
    async (area) => {
      const routes = await readRoutes();
      const all = routes.get(area) ?? [];
      const is_twin = !is_deep && (area === 'merchant' || area === 'partner');
      const shared = new Set(is_twin ? routes.get('admin')?.map(screenName) : []);
      const addressOf = await parametersOf(stage, area);
      const sweep: Sweep = { routes: [...all], addressOf, shared, seen: new Set(), found: [] };
      const as = area === 'public' ? {} : { as: area };
      const options = { name: `sweep-${area}`, width: 1440, ...as };
      const walk = () => stage.walk(options, (journey) => walkRoutes(journey, sweep));
      const ended = await Promise.allSettled(Array.from({ length: pages_in_parallel }, walk));
      for (const end of ended) if (end.status === 'rejected') sweep.found.push(String(end.reason));
      expect(sweep.found.join('\n')).toBe('');
      expect(sweep.routes).toEqual([]);
      expect(sweep.seen.size).toBeGreaterThan(0);
    },
  );
}

async function walkRoutes(journey: Journey, sweep: Sweep): Promise<void> {
  for (let route = sweep.routes.shift(); route !== undefined; route = sweep.routes.shift()) {
    try {
      await inTime(walkRoute(journey, sweep, route));
    } catch (error) {
      throw new Error(`${route}: ${error instanceof Error ? error.message : error}`);
    }
  }
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `not looked at within ${route_limit_ms / 1000} seconds`;
    timer = setTimeout(() => reject(new Error(message)), route_limit_ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function walkRoute(journey: Journey, sweep: Sweep, route: string): Promise<void> {
  const { page, expectAnswer } = journey;
  if (/2fa-setup/.test(route)) expectAnswer(400, '/user-set-two-factor/qrcode');
  await openAddress(page, sweep.addressOf(route));
  await settle(journey);
  // Roots and unknown paths lead to a screen that is swept by its own name.
  const { pathname } = new URL(page.url());
  if (sweep.seen.has(pathname)) return;
  sweep.seen.add(pathname);
  sweep.found.push(
    ...(sweep.shared.has(screenName(route)) && pathname === sweep.addressOf(route)
      ? await sharedScreenFaults(journey, pathname)
      : await screenFaults(journey, pathname)),
  );
}
