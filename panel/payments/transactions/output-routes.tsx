// Custom outputs among the settings of merchants and partners (spec 1 §2).
import type { RouteObject } from 'react-router';
import { type OutputArea, outputPath } from '../paths.ts';

const screens = () => import('./output-form.tsx');

export function outputRoutes(area: OutputArea): RouteObject[] {
  const base = outputPath(area).slice(`/${area}/`.length);
  return [
    {
      path: base,
      lazy: async () => {
        const { OutputList } = await import('./output-list.tsx');
        return { Component: () => <OutputList area={area} /> };
      },
    },
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
