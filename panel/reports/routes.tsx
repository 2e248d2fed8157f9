// Custom outputs: among the settings of merchants and partners, alone for administrators.
import type { RouteObject } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { belowArea, screenRoute } from '../kit/page/screen-route.tsx';
import { outputPath } from '../payments/paths.ts';

const list = async () => (await import('./output-list.tsx')).OutputList;
const create = async () => (await import('./output-form.tsx')).NewOutput;
const update = async () => (await import('./output-form.tsx')).EditOutput;

export function outputRoutes(area: AccountType): RouteObject[] {
  const base = belowArea(area, outputPath(area));
  return [
    screenRoute(base, list, { area }),
    screenRoute(`${base}/list`, list, { area }),
    screenRoute(`${base}/create/:outputType`, create, { area }),
    screenRoute(`${base}/update/:outputID`, update, { area }),
  ];
}
