// How Vite serves and bundles the panel and, as a second entry, the payer pages.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressed } from './tools/compressed.ts';
import { leanContract } from './tools/lean-contract.ts';
import { leanScripts } from './tools/lean-scripts.ts';

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

/** The panel writes no schema as JSON schema; zod's writer would be a twenty-fifth of the kit. */
const leanZod: Plugin = {
  name: 'penstock-lean-zod',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/classic\/schemas\.js$/ },
    handler(code) {
      const lean = code
        .replace(/^ *inst\._zod\.processJSONSchema = .*;$/gm, '')
        .replace(/create(Standard|To)JSONSchemaMethod\(this, .+?\)/g, '(() => undefined)');
      if (/processors\.\w+Processor|JSONSchemaMethod\(/.test(lean)) {
        throw new Error('zod writes JSON schemas in another way now');
      }
      return { code: lean, map: null };
    },
  },
};

/** Colours of the component library that its theme here has no use for. */
const unused_hues =
  /--mantine-color-(cyan|grape|indigo|lime|orange|pink|violet|yellow)-[\w-]+:[^;]+;/g;

const leanColours: Plugin = {
  name: 'penstock-lean-colours',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /default-css-variables\.layer\.css/ },
    handler: (code) => ({ code: code.replace(unused_hues, ''), map: null }),
  },
};

interface ModuleGraph {
  getModuleInfo(id: string): {
    importedIds: readonly string[];
    importers: readonly string[];
    dynamicImporters: readonly string[];
  } | null;
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

/** The screens and other late parts that cannot be shown without a module. */
function partsWith(id: string, graph: ModuleGraph): string[] {
  const above = new Set([id]);
  for (const one of above) {
    for (const importer of graph.getModuleInfo(one)?.importers ?? []) above.add(importer);
  }
  return [...above].filter((one) => graph.getModuleInfo(one)?.dynamicImporters.length);
}

const room = /(?:panel|contract)\/(accounts|identity|ledger|payments|platform|reports|vault)\//;
const is_shared = (id: string) => !room.test(id) && !id.includes('/panel/routes/');

/** Every area is entered with its shell and its table of routes. */
const around_screens = /panel\/(routes\/|shell\/area-shell)/;

/** What only these parts of payments share is loaded with them; what more share is `payments`. */
const payment_parts = {
  transactions: /payments\/(actions|settlement|transactions|unresolved)\//,
  'virtual-terminal': /payments\/(bank-link|virtual-terminal)\//,
  equipment: /payments\/(devices|processors|terminals)\//,
  outcome: /payments\/(actions|virtual-terminal\/result|transactions)\//,
  'apple-pay': /payments\/apple-pay\/|accounts\/settings\//,
};

/** Chunks of a room hold what only its own screens share; `rooms`, what another room's need too. */
function roomChunk(id: string, graph: ModuleGraph): string | null {
  const parts = partsWith(id, graph);
  if (parts.some((part) => around_screens.test(part))) return 'areas';
  // Else a screen would bring the screens of another room along for one function.
  if (id.includes('/panel/kit/format/')) return 'rooms';
  const name = room.exec(id)?.[1] ?? null;
  if (name === 'payments') {
    const all = Object.entries(payment_parts);
    return all.find(([, its]) => parts.every((one) => its.test(one)))?.[0] ?? name;
  }
  return name === null || parts.every((one) => room.exec(one)?.[1] === name) ? name : 'rooms';
}

/** The chunks of rooms, those first that most screens load. */
const room_chunks = [/^areas$/, /^rooms$/, /^payments$/, /^transactions$/, /^./].map((names) => ({
  debugName: 'rooms',
  name(id: string, graph: ModuleGraph) {
    const name = roomChunk(id, graph);
    return name !== null && names.test(name) ? name : null;
  },
  test: /(?:panel|contract)\//,
  minShareCount: 2,
}));

/** Screens that many people open first: what they do not show is loaded later. */
const apart = /payments\/(virtual-terminal|transactions)\/|panel\/reports\//;

/** The folder of a screen or dialog: a noun of its room, or what the room has beside nouns. */
function nounOf(id: string): string | null {
  const [, name, folder = 'screens'] = /panel\/(\w+)\/(?:([\w-]+)\/)?[\w.-]+$/.exec(id) ?? [];
  return name === undefined || !room.test(id) || apart.test(id) ? null : `${name}-${folder}`;
}

/** The screens of a noun in one chunk: smaller ones would weigh a tenth more, most of it imports. */
function nounChunk(id: string, graph: ModuleGraph): string | null {
  const [first, ...others] = new Set(partsWith(id, graph).map(nounOf));
  return first === undefined || others.length > 0 ? null : first;
}

/**
 * Shared code by names that `npm run weight` and `npm run check` watch. Left to itself the bundler
 * makes a chunk of each module that two screens share: 255 small files that compress badly. A group
 * takes what its modules import along, so those that the first page needs come first, and what only
 * some screens share comes last.
 */
const shared_chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
  {
    debugName: 'entry',
    name: (id: string, graph: ModuleGraph) => (isOfEntry(id, graph) ? 'entry' : null),
  },
  { name: 'forms', test: /node_modules\/react-hook-form\// },
  { name: 'phones', test: /node_modules\/libphonenumber-js\// },
  { name: 'drag', test: /node_modules\/@dnd-kit\// },
  { name: 'charts', test: /node_modules\/@visx\// },
  { name: 'kit', test: is_shared, minShareCount: 3 },
  ...room_chunks,
  {
    debugName: 'nouns',
    name: nounChunk,
    test: /panel\//,
  },
];

export default defineConfig({
  root: at('panel'),
  base: '/',
  plugins: [
    react(),
    environment,
    fontPreload,
    leanZod,
    leanColours,
    leanContract,
    leanScripts,
    compressed,
  ],
  // The server replaces the word by a nonce of its own in every answer.
  html: { cspNonce: '__NONCE__' },
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    outDir: at('dist/panel'),
    emptyOutDir: true,
    target: 'es2022',
    // Maps are for the weight's forecast and for reading a trace by hand: no script names its own.
    sourcemap: 'hidden',
    // The content security policy has no `data:` for scripts, styles and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      // Schemas and endpoints that no screen uses stay away.
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'crud'] },
      output: { codeSplitting: { groups: shared_chunks } },
      input: Object.fromEntries(Object.entries(pages).filter(([, page]) => existsSync(page))),
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '^/api/': api } },
});
