// Bundles the payment fields apart from the panel: nothing of it may weigh on a payer's phone.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compressed } from './tools/compressed.ts';

const at = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  root: at('panel/tokenizer'),
  base: '/tokenizer/',
  plugins: [compressed],
  // The server replaces the word by a nonce of its own in every answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: at('dist/tokenizer'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        frame: at('panel/tokenizer/index.html'),
        test: at('panel/tokenizer/test.html'),
        tokenizer: at('panel/tokenizer/loader.ts'),
      },
      output: {
        // Pages of merchants name the loader; everything else is named by its content.
        entryFileNames: ({ name }) =>
          name === 'tokenizer' ? 'tokenizer.js' : 'assets/[name]-[hash].js',
        // A script of another site's page, not a module: its names are its own.
        intro: ({ name }) => (name === 'tokenizer' ? '(() => {' : ''),
        outro: ({ name }) => (name === 'tokenizer' ? '})();' : ''),
      },
    },
  },
});
