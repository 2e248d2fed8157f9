// What each screen's own JavaScript weighs over the shell, read from the built files.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

export interface RouteWeight {
  /** Name of the chunk that holds the screen. */
  name: string;
  kilobytes: number;
}

function scripts(assets: string, start: string): string {
  const found = readdirSync(assets).find((file) =>
    new RegExp(`^${start}-[\\w-]{8}\\.js$`).test(file),
  );
  if (found === undefined) throw new Error(`${assets} holds no ${start}: build the panel first`);
  return found;
}

/** A file with everything it imports before it runs. */
function closure(assets: string, first: string, seen = new Set<string>()): Set<string> {
  if (seen.has(first)) return seen;
  seen.add(first);
  const text = readFileSync(path.join(assets, first), 'utf8');
  for (const match of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) {
    closure(assets, match[1] as string, seen);
  }
  return seen;
}

/**
 * Screens and other parts that are loaded late, the heaviest first; gzipped, without what the shell
 * and the areas' tables of routes have loaded already.
 */
export function routeWeights(panel_folder: string): RouteWeight[] {
  const assets = path.join(panel_folder, 'assets');
  const shell = new Set<string>();
  for (const part of ['entry', 'area-shell', 'admin', 'partner', 'merchant']) {
    closure(assets, scripts(assets, part), shell);
  }
  const text = [...shell].map((file) => readFileSync(path.join(assets, file), 'utf8')).join('\n');
  const lazy = [...text.matchAll(/import\(["'`]\.\/([\w.-]+\.js)["'`]\)/g)];
  const names = new Set(lazy.map((match) => match[1] as string));
  return [...names]
    .filter((name) => !shell.has(name))
    .map((name) => {
      const own = [...closure(assets, name)].filter((file) => !shell.has(file));
      const sizes = own.map((file) => gzipSync(readFileSync(path.join(assets, file))).length);
      return { name, kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1024 };
    })
    .sort((a, b) => b.kilobytes - a.kilobytes);
}
