// The route tables of the panel as a list of paths for each area.
import path from 'node:path';
import { vi } from 'vitest';

export type Area = 'public' | 'merchant' | 'partner' | 'admin';
interface Route {
  path?: string;
  index?: boolean;
  children?: Route[];
}

/** The same for a screen that several areas show: its path below the area. */
export const screenName = (route: string): string => route.replace(/^\/\w+/, '');

export const areas: Area[] = ['public', 'merchant', 'partner', 'admin'];

/** A browser that answers every question with itself: enough to read the tables. */
const nothing: object = new Proxy(() => undefined, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '' : nothing),
  apply: () => nothing,
});

/** The route tables themselves, so that a new screen is swept by itself. */
async function routesOf(area: Area): Promise<string[]> {
  // Not a literal: the tables are of the browser's world, which the journeys' types do not know.
  const file: string = path.join(import.meta.dirname, `../../panel/routes/${area}.tsx`);
  const module = (await import(file)) as Record<string, Route | Route[]>;
  const table = module[`${area}Routes`] as Route | Route[];
  const below = (route: Route, above: string): string[] => {
    const own = route.path?.startsWith('/') ? route.path : `${above}/${route.path ?? ''}`;
    const here = route.index ? above : own.replace(/\/$/, '');
    return route.children ? route.children.flatMap((one) => below(one, here)) : [here];
  };
  const all = [table].flat().flatMap((route) => below(route, ''));
  return [...new Set(all)].map((one) => one.replace('*', 'no/such/path') || '/');
}

/** Paths of every area, with their parameters as `:name`; read under that browser. */
export async function readRoutes(): Promise<Map<Area, string[]>> {
  for (const name of ['document', 'window', 'localStorage', 'sessionStorage', 'matchMedia']) {
    vi.stubGlobal(name, nothing);
  }
  const read = areas.map(async (area) => [area, await routesOf(area)] as const);
  const routes = new Map(await Promise.all(read));
  vi.unstubAllGlobals();
  return routes;
}
