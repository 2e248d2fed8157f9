// A route whose screen is loaded when somebody opens it.
import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';
import type { Crumb } from './crumbs.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Loads the screen and gives it its props. */
export function lazyScreen<Props extends object>(load: Load<Props>, props: Props) {
  return async () => {
    const Screen = await load();
    // Without props two paths share one component, which keeps its state from one to the other.
    if (Object.keys(props).length === 0) return { Component: Screen as ComponentType };
    return { Component: () => <Screen {...props} /> };
  };
}

/**
 * `loader` may redirect who may not see the screen; `above` is the way back where no menu has it.
 */
export function screenRoute<Props extends object>(
  path: string,
  load: Load<Props>,
  props: Props,
  loader?: LoaderFunction,
  above?: Crumb,
): RouteObject {
  const lazy = lazyScreen(load, props);
  return { path, lazy, ...(loader && { loader }), ...(above && { handle: { above } }) };
}

/** A path below its area: routes are named without the area in front. */
export function belowArea(area: string, path: string): string {
  return path.slice(`/${area}/`.length);
}
