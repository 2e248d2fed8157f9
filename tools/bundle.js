// Bundles the processes that run without a compiler: server and rail lab, into dist/server.
import { existsSync } from 'node:fs';
import { build } from 'vite';
import { at, fail, root } from './ensure.js';

const entries = { main: 'server/main.ts', lab: 'lab/main.ts' };

for (const entry of Object.values(entries)) {
  if (!existsSync(at(entry))) fail(`${entry} is missing.`);
}

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    copyPublicDir: false,
    rollupOptions: {
      input: Object.fromEntries(Object.entries(entries).map(([name, from]) => [name, at(from)])),
      // Flat on purpose: `../../` leads from dist/server to the project as it does from server/db.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
