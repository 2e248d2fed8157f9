// Starts main.js from the code that V8 made of it in an earlier life: a third of a start is saved.
import './gate.ts';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import Module, { createRequire, wrap } from 'node:module';
import path from 'node:path';
import { constants, Script } from 'node:vm';
import type { ToGate } from './gate-messages.ts';

const file = path.join(import.meta.dirname, 'main.js');
const code_cache = `${file}.code`;

const script = new Script(wrap(readFileSync(file, 'utf8')), {
  filename: file,
  ...(existsSync(code_cache) && { cachedData: readFileSync(code_cache) }),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});

/** Another worker may start at this moment: it finds the whole file or none. */
function keepCode(): void {
  if (existsSync(code_cache)) return;
  const making = `${code_cache}-${process.pid}`;
  writeFileSync(making, script.createCachedData());
  renameSync(making, code_cache);
}

process.on('message', (message: ToGate) => {
  if (message.ask === 'keep') keepCode();
});

// Known as loaded, so that a chunk which needs a part of main.js does not start a second product.
const require = createRequire(file);
const own = new Module(file);
require.cache[file] = own;
const load = script.runInThisContext() as (...args: unknown[]) => void;
load(own.exports, require, own, file, path.dirname(file));
