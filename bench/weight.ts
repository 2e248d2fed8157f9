// What the product weighs: start, idle memory, and the JavaScript a browser has to fetch.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { median, reportFigure } from './harness/measure.ts';
import type { Stage } from './harness/stage.ts';
import { residentMegabytes } from './memory.ts';

function gzipKilobytes(file: string): number {
  return gzipSync(readFileSync(file), { level: 9 }).length / 1024;
}

/**
 * Scripts the page asks for before anybody has signed in: what index.html names, and its imports.
 */
function signInScripts(folder: string): string[] {
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    const text = readFileSync(path.join(folder, name), 'utf8');
    // Static imports of a chunk: `import … from "./x.js"` and bare `import "./x.js"`.
    for (const match of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
      visit(path.posix.join(path.posix.dirname(name), match[1] as string));
    }
  };
  for (const match of html.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.js)"/g)) {
    visit(match[1] as string);
  }
  const route = readdirSync(path.join(folder, 'assets')).find((file) =>
    /^sign-in.*\.js$/.test(file),
  );
  if (route) visit(`assets/${route}`);
  return [...found].map((name) => path.join(folder, name));
}

/** Prints start, memory and weights. */
export async function benchWeight(stage: Stage): Promise<void> {
  const starts: number[] = [];
  for (let round = 0; round < 3; round++) starts.push(await stage.restart());
  const seconds = { unit: 's', better: 'less' } as const;
  const note = 'process start to first answer on an existing database';
  reportFigure(
    { ...seconds, name: 'P21 start', floor: 1.5, goal: 0.8, note },
    median(starts) / 1000,
  );
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const memory = { unit: 'MB', better: 'less' } as const;
  reportFigure(
    { ...memory, name: 'P21 idle memory of the API', floor: 120, goal: 120 },
    residentMegabytes(stage.pid),
  );
  const folder = path.join(stage.root, 'dist/panel');
  const total = (files: string[]) => files.reduce((sum, file) => sum + gzipKilobytes(file), 0);
  const kilobytes = { unit: 'KB gz', better: 'less' } as const;
  reportFigure(
    { ...kilobytes, name: 'JavaScript of the sign-in route', goal: 120 },
    total(signInScripts(folder)),
  );
  const all = readdirSync(path.join(folder, 'assets')).filter((file) => file.endsWith('.js'));
  reportFigure(
    { ...kilobytes, name: 'JavaScript of the whole panel', goal: 700 },
    total(all.map((file) => path.join(folder, 'assets', file))),
  );
}
