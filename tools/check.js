// `npm run check`: types, lint, imports, our own rules, unused code, generated files, contrast.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { at, ensureInstalled, root } from './ensure.js';

await ensureInstalled();

const folders = ['contract', 'server', 'panel', 'lab', 'bridge', 'tools', 'bench', 'e2e'].filter(
  (name) => existsSync(at(name)),
);
const bin = (name) => at(`node_modules/.bin/${name}`);
const tsc = (name) => ({
  name: `types of ${name}`,
  file: bin('tsc'),
  args: ['-p', name, '--noEmit'],
});

const checks = [
  tsc('contract'),
  tsc('server'),
  tsc('panel'),
  { name: 'format and lint', file: bin('biome'), args: ['check', '--max-diagnostics=40', '.'] },
  {
    name: 'floating promises',
    file: bin('oxlint'),
    args: ['--type-aware', '--deny-warnings', ...folders],
  },
  { name: 'who imports whom', work: checkImports },
  { name: 'depth of imports', work: checkDepth },
  { name: 'sizes, names and words', work: checkRules },
  { name: 'planted faults apply', work: checkPlanted },
  { name: 'weight of the panel', work: checkWeight },
  { name: 'unused code', file: bin('knip'), args: ['--no-progress', '--no-config-hints'] },
  ...generated(),
  ...contrast(),
];

const max_levels = 8;

/** At most two at a time: the machine that checks a change has two cores. */
const waiting = [...checks];
const failed = [];
await Promise.all([worker(), worker()]);
const count = checks.length;
console.log(
  failed.length === 0
    ? `check: all ${count} passed`
    : `check: ${failed.length} of ${count} failed: ${failed.join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function worker() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const begun = performance.now();
    const { ok, output } = await perform(check);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
    if (ok) continue;
    failed.push(check.name);
    console.log(output.trim());
  }
}

async function perform(check) {
  try {
    return check.work ? await check.work() : await capture(check.file, check.args);
  } catch (error) {
    return { ok: false, output: String(error) };
  }
}

function capture(file, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    const parts = [];
    child.stdout.on('data', (part) => parts.push(part));
    child.stderr.on('data', (part) => parts.push(part));
    child.once('error', reject);
    child.once('close', (code) => resolve({ ok: code === 0, output: parts.join('') }));
  });
}

/** Nothing cruised looks like nothing wrong, so the number of modules is looked at as well. */
async function checkImports() {
  const args = ['--config', 'imports.cjs', '--output-type', 'json', ...folders];
  const { output } = await capture(bin('depcruise'), args);
  if (!output.trimStart().startsWith('{')) return { ok: false, output };
  const { summary, modules } = JSON.parse(output);
  const ours = modules.filter(({ source }) => /^(contract|server)\/.*\.ts$/.test(source));
  if (ours.length === 0) return { ok: false, output: 'No module was cruised.' };
  const lines = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  return { ok: summary.error === 0, output: lines.join('\n') };
}

async function checkRules() {
  const { judge } = await import('./rules.js');
  const files = folders.flatMap(sources);
  if (files.length === 0) return { ok: false, output: 'No file was read.' };
  const found = files.flatMap((name) => judge(name, readFileSync(at(name), 'utf8')));
  return { ok: found.length === 0, output: found.join('\n') };
}

/** Whether a file has the test that ` -t "title"` names; titles made of a table are not read. */
function hasTest(file, named = '') {
  if (!existsSync(at(file))) return false;
  const text = readFileSync(at(file), 'utf8');
  return text.includes('.each(') || text.includes(named.slice(5, -1));
}

/** A patch that no longer applies would let its test rot; `npm run test:planted` runs them. */
async function checkPlanted() {
  const folder = 'server/testing/planted';
  const patches = readdirSync(at(folder)).filter((name) => name.endsWith('.patch'));
  if (patches.length === 0) return { ok: false, output: 'No fault is planted.' };
  const list = readFileSync(at(`${folder}/README.md`), 'utf8');
  const found = [];
  for (const name of patches) {
    const patch = path.join(at(folder), name);
    const head = /^What: (.+)\nFound by: (\S+\.test\.tsx?)( -t ".+")?\n/.exec(
      readFileSync(patch, 'utf8'),
    );
    if (!head) found.push(`${name} does not say what it breaks and which test finds it`);
    else if (!list.includes(`| ${name.split('-')[0]} | ${head[1]} | \`${head[2]}\` |\n`)) {
      found.push(`${name} does not stand in the list of ${folder}/README.md as it says itself`);
    } else if (!hasTest(head[2], head[3])) {
      found.push(`${name} is found by a test that does not exist: ${head[2]}${head[3] ?? ''}`);
    }
    const { ok, output } = await capture('git', ['apply', '--check', patch]);
    if (!ok) found.push(`${name} no longer applies: ${output.trim()}`);
  }
  return { ok: found.length === 0, output: found.join('\n') };
}

/** A shared chunk that grows is fetched by every screen: each has a name and a limit. */
async function checkWeight() {
  const { chunkFaults, overweightFields, weigh } = await import('./weight.js');
  const found = [...chunkFaults(await weigh()), ...(await overweightFields())];
  return { ok: found.length === 0, output: found.join('\n') };
}

/** Following what a payment does must not take more files than a reader can hold. */
async function checkDepth() {
  const { longestChain } = await import('./import-depth.js');
  const files = sources('server/payments').filter((name) => !/\.test\.ts$/.test(name));
  const chain = longestChain(files);
  const output = `server/payments imports ${chain.length} levels deep (at most ${max_levels}):`;
  return { ok: chain.length <= max_levels, output: [output, ...chain].join('\n  ') };
}

function sources(name) {
  return readdirSync(at(name), { withFileTypes: true }).flatMap((entry) => {
    const inside = path.posix.join(name, entry.name);
    if (entry.isDirectory()) return sources(inside);
    const counts = /\.(ts|tsx|js|mjs|cjs)$/.test(entry.name);
    return counts && !/\.generated\.ts$/.test(entry.name) ? [inside] : [];
  });
}

function generated() {
  if (!existsSync(at('tools/generate.ts'))) return [];
  return [{ name: 'generated files', file: bin('tsx'), args: ['tools/generate.ts', '--check'] }];
}

function contrast() {
  if (!existsSync(at('panel/style/contrast.mjs'))) return [];
  return [{ name: 'contrast', file: process.execPath, args: ['panel/style/contrast.mjs'] }];
}
