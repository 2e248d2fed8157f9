// Loading a script of another company: what is thrown where it does not come, and the next try.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { load_limit_ms, scriptLoader } from './third-party-script.ts';

interface Script {
  onload: (() => void) | null;
  onerror: (() => void) | null;
  remove(): void;
}

/** The scripts in the page. */
let scripts: Script[];

beforeEach(() => {
  vi.useFakeTimers();
  scripts = [];
  vi.stubGlobal('document', {
    querySelector: () => null,
    head: { append: (script: Script) => scripts.push(script) },
    createElement: (): Script => {
      const script: Script = {
        onload: null,
        onerror: null,
        remove: () => {
          scripts = scripts.filter((one) => one !== script);
        },
      };
      return script;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let defined: string | undefined;
afterEach(() => {
  defined = undefined;
});
const loader = () => scriptLoader('https://theirs.example/api.js', () => defined, 'Not loaded.');

it('a script that never answers is given up, and the next try asks anew', async () => {
  const load = loader();
  const first = load().catch((error: Error) => error.message);
  const [asked] = scripts;
  await vi.advanceTimersByTimeAsync(load_limit_ms - 1);
  expect(scripts).toEqual([asked]);
  await vi.advanceTimersByTimeAsync(1);
  expect([await first, scripts]).toEqual(['Not loaded.', []]);
  const second = load();
  const [again] = scripts;
  expect(again).not.toBe(asked);
  // What was given up comes late: the try under way is another one.
  asked?.onload?.();
  expect(scripts).toEqual([again]);
  defined = 'theirs';
  again?.onload?.();
  await vi.advanceTimersByTimeAsync(load_limit_ms);
  expect([await second, await load(), scripts]).toEqual(['theirs', 'theirs', [again]]);
});

it('a script that fails is thrown at once', async () => {
  const first = loader()().catch((error: Error) => error.message);
  scripts[0]?.onerror?.();
  expect([await first, scripts]).toEqual(['Not loaded.', []]);
});

it('a script that comes after it was given up is not loaded again', async () => {
  const load = loader();
  const first = load().catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(load_limit_ms);
  expect(await first).toBe('Not loaded.');
  defined = 'theirs';
  expect([await load(), scripts]).toEqual(['theirs', []]);
});
