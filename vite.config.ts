// How Vite serves and bundles the panel and, as a second entry, the payer pages.
import { existsSync } from 'node:fs';
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
      .replaceAll('__BOT_CHECK__', 'late'),
};

/** Libraries by names that `npm run weight` and `npm run check` watch. */
const shared_chunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
  { name: 'query', test: /node_modules\/@tanstack\// },
  { name: 'forms', test: /node_modules\/react-hook-form\// },
  { name: 'phones', test: /node_modules\/libphonenumber-js\// },
  { name: 'drag', test: /node_modules\/@dnd-kit\// },
];

export default defineConfig({
  root: at('panel'),
  base: '/',
  plugins: [react(), environment],
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
