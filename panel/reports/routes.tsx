// Custom outputs: among the settings of merchants and partners, alone for administrators.
import type { RouteObject } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { outputPath } from '../payments/paths.ts';

const screens = () => import('./output-form.tsx');

export function outputRoutes(area: AccountType): RouteObject[] {
  const base = outputPath(area).slice(`/${area}/`.length);
  const list = async () => {
    const { OutputList } = await import('./output-list.tsx');
    return { Component: () => <OutputList area={area} /> };
  };
  return [
    { path: base, lazy: list },
    { path: `${base}/list`, lazy: list },
    {
      path: `${base}/create/:outputType`,
      lazy: async () => {
        const { NewOutput } = await screens();
        return { Component: () => <NewOutput area={area} /> };
      },
    },
    {
      path: `${base}/update/:outputID`,
      lazy: async () => {
        const { EditOutput } = await screens();
        return { Component: () => <EditOutput area={area} /> };
      },
    },
  ];
}
