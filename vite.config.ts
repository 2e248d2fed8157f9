// How Vite serves and bundles the panel and, as a second entry, the payer pages.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const pages = { index: at('panel/index.html'), pay: at('panel/pay/index.html') };
const api = `http://127.0.0.1:${process.env.PORT ?? 8080}`;

/** The server fills this in for every answer; Vite's own server has to do it by itself. */
const environment: Plugin = {
  name: 'penstock-environment',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html
      .replaceAll('__ENVIRONMENT__', 'dev')
      .replaceAll('__MAILBOX__', 'on')
      .replaceAll('__READER_BRIDGE__', 'http://127.0.0.1:8787')
      .replaceAll('__BANK_LINK__', 'on')
      .replaceAll('__BOT_CHECK__', 'late'),
};

const latin_font = /inter-latin-wght-normal[^/]*\.woff2$/;

/** The font's Latin part is asked for with the page, not once its styles are read. */
const fontPreload: Plugin = {
  name: 'penstock-font',
  apply: 'build',
  buildStart() {
    // Its license goes wherever the font goes.
    const source = readFileSync(at('node_modules/@fontsource-variable/inter/LICENSE'));
    this.emitFile({ type: 'asset', fileName: 'assets/inter-LICENSE.txt', source });
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const file = Object.keys(bundle).find((name) => latin_font.test(name));
      if (file === undefined) throw new Error('the Latin part of the font is not in the bundle');
      const attrs = {
        rel: 'preload',
        as: 'font',
        type: 'font/woff2',
        href: `/${file}`,
        crossorigin: true,
      };
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
    },
  },
};

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** What the first page loads: everything that main.tsx imports without waiting for it. */
const entry_modules = new Set<string>();
function isOfEntry(id: string, graph: ModuleGraph): boolean {
  const open = entry_modules.size === 0 ? [at('panel/main.tsx')] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (entry_modules.has(next)) continue;
    entry_modules.add(next);
    open.push(...(graph.getModuleInfo(next)?.importedIds ?? []));
  }
  return entry_modules.has(id);
}

const room = /(?:panel|contract)\/(accounts|identity|ledger|payments|platform|reports|vault)\//;
const is_shared = (id: string) => !room.test(id) && !id.includes('/panel/routes/');

/**
 * Shared code by names that `npm run weight` and `npm run check` watch. Left to itself the bundler
 * makes a chunk of each module that two screens share: 255 small files that compress badly. A group
 * takes what its modules import along, so those that the first page needs come first.
 */
const shared_chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, priority: 6 },
  {
    debugName: 'entry',
    name: (id: string, graph: ModuleGraph) => (isOfEntry(id, graph) ? 'entry' : null),
    priority: 5,
  },
  { name: 'forms', test: /node_modules\/react-hook-form\//, priority: 4 },
  { name: 'phones', test: /node_modules\/libphonenumber-js\//, priority: 4 },
  { name: 'drag', test: /node_modules\/@dnd-kit\//, priority: 4 },
  { name: 'charts', test: /node_modules\/@visx\//, priority: 4 },
  { name: 'kit', test: is_shared, minShareCount: 3, priority: 2 },
  {
    debugName: 'rooms',
    name: (id: string) => room.exec(id)?.[1] ?? null,
    test: room,
    minShareCount: 2,
    priority: 1,
  },
];

export default defineConfig({
  root: at('panel'),
  base: '/',
  plugins: [react(), environment, fontPreload],
  // The server replaces the word by a nonce of its own in every answer.
  html: { cspNonce: '__NONCE__' },
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    outDir: at('dist/panel'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    // The content security policy has no `data:` for scripts, styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      output: { codeSplitting: { groups: shared_chunks } },
      input: Object.fromEntries(Object.entries(pages).filter(([, page]) => existsSync(page))),
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '^/api/': api } },
});
