// The rail lab as one file, made from the sources once a run, so that its many starts are quick.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

export interface LabBundle {
  /** The file that Node runs. */
  program: string;
  remove(): void;
}

/** Bundles the lab into a folder of this run, from where it finds the packages it loads. */
export async function bundleLab(): Promise<LabBundle> {
  // Here, since workers read other things of the set-up and have no use for the bundler.
  const { build } = await import('vite');
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(path.join(root, 'dist/test-lab-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: path.join(root, 'lab/main.ts'),
      target: 'node20',
      outDir: folder,
      minify: false,
      copyPublicDir: false,
    },
  });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { program: path.join(folder, 'main.js'), remove };
}
