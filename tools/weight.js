// `npm run weight`: what the panel weighs, and what it will weigh with the nouns still to come.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { at, ensureBuilt } from './ensure.js';

/** Nouns that have screens today. */
const nouns = [
  'partners, merchants, branding, custom fields, groups, defaults, required fields',
  'users, roles, API keys, sessions, second factors, passkeys',
  'transactions, processors, terminals, card readers, batches, settlement exceptions',
  'unresolved attempts, receipts, Apple Pay registrations',
  'balances, books, audit log, request traces, mailbox, parked events, news',
  'custom outputs, exports, saved searches, dashboards',
  'customers, saved methods, customer addresses, customer imports, card updates',
].flatMap((line) => line.split(', '));
/** Nouns of the specification still without screens. */
const coming = [
  'invoices, invoice settings, simple invoices, simple payments, products, carts',
  'plans, add-ons, discounts, subscriptions',
  'fee schedules, billing, merchant bills, commissions, fee calculator',
  'rule sets, rule values, card bans, 3-D Secure',
  'applications, services, policies, email domains',
  'email templates, email events, webhooks, help, university',
  'file batches',
  'public invoices, checkouts, simple payment pages, application pages',
].flatMap((line) => line.split(', '));
export const nouns_to_come = coming.length;
export const aim_kb = 700;
export const floor_kb = 850;

/** Shared chunks by name (vite.config.ts, or the module they begin with), gzipped, at most. */
export const limits_kb = {
  react: 100,
  entry: 23,
  kit: 120,
  forms: 16,
  phones: 33,
  drag: 15,
  charts: 24,
  'area-shell': 15,
  areas: 9.2,
  rooms: 21,
  accounts: 14,
  identity: 13,
  payments: 12,
  transactions: 5,
  outcome: 8,
  'virtual-terminal': 6,
  equipment: 2.5,
};

/** Everything a payer's phone loads for the payment fields, page and styles too. */
const fields_limit_kb = 20;

const rooms =
  /^(?:panel|contract)\/(?:accounts|dashboard|identity|ledger|payments|platform|reports|vault)\//;

/** The sources of a chunk that are ours, by its source map. */
function sourcesOf(file) {
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  const root = at('.');
  return sources
    .map((source) => path.relative(root, path.resolve(path.dirname(file), source)))
    .filter((source) => !source.includes('node_modules'));
}

/** Each script of the panel: `{name, kb, is_room}`; a chunk is a room's by most of its sources. */
export function chunksOf(assets) {
  return readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => {
      const file = path.join(assets, name);
      const own = existsSync(`${file}.map`) ? sourcesOf(file) : [];
      const in_rooms = own.filter((source) => rooms.test(source)).length;
      return {
        name: name.replace(/-[\w-]{8}\.js$/, ''),
        kb: gzipSync(readFileSync(file), { level: 9 }).length / 1024,
        is_room: in_rooms * 2 > own.length,
      };
    });
}

/** Names of the chunks that a script imports before it runs. */
const importsOf = (code) =>
  [...code.matchAll(/(?:from|import)["']\.\/([\w.-]+\.js)["']/g)].map(([, name]) => name);

/**
 * Of chunks by name with what each imports, those that wait for each other: one of them would read
 * what is not there yet.
 */
export function circular(imports) {
  const left = new Map(imports);
  const isNeeded = (name) => [...left.values()].some((all) => all.includes(name));
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [name, all] of left) {
      if (!all.some((one) => left.has(one)) || !isNeeded(name)) left.delete(name);
    }
  }
  return [...left.keys()];
}

/** The chunks of the built panel that wait for each other, in a line. */
function circularChunks(assets) {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const read = (name) => importsOf(readFileSync(path.join(assets, name), 'utf8'));
  const found = circular(scripts.map((name) => [name, read(name)]));
  return found.length === 0 ? [] : [`chunks import each other: ${found.join(', ')}`];
}

/** Chunks above their limit, and limits without a chunk, in a line each. */
export function overweight(chunks, limits = limits_kb) {
  return Object.entries(limits).flatMap(([name, limit]) => {
    const kb = Math.max(...chunks.filter((chunk) => chunk.name === name).map((one) => one.kb));
    if (!Number.isFinite(kb)) return [`no chunk of the panel is called ${name}`];
    return kb > limit ? [`${name} weighs ${kb.toFixed(1)} KB gz, more than ${limit}`] : [];
  });
}

/** All figures in KB gz: today, a noun, and with the nouns to come. */
export function forecastOf(chunks, today_nouns = nouns.length, to_come = nouns_to_come) {
  const sum = (list) => list.reduce((total, { kb }) => total + kb, 0);
  const today = sum(chunks);
  const a_noun = sum(chunks.filter(({ is_room }) => is_room)) / today_nouns;
  return { today, a_noun, complete: today + a_noun * to_come };
}

/** Builds the panel where it is stale and weighs it. */
export async function weigh() {
  await ensureBuilt(['panel']);
  return chunksOf(at('dist/panel/assets'));
}

/** Builds the payment fields where they are stale; what the frame loads, in KB gz. */
async function weighFields() {
  await ensureBuilt(['tokenizer']);
  const page = readFileSync(at('dist/tokenizer/index.html'), 'utf8');
  const named = [...page.matchAll(/\/tokenizer\/(assets\/[\w.-]+)/g)].map((found) => found[1]);
  return ['index.html', ...named]
    .map((name) => gzipSync(readFileSync(at(`dist/tokenizer/${name}`)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes / 1024, 0);
}

/** What the panel's chunks must not be: above their limits, or waiting for each other. */
export const chunkFaults = (chunks) => [
  ...overweight(chunks),
  ...circularChunks(at('dist/panel/assets')),
];

/** What the payment fields weigh beyond their limit, in a line. */
export async function overweightFields() {
  const kb = await weighFields();
  if (kb <= fields_limit_kb) return [];
  return [`payment fields weigh ${kb.toFixed(1)} KB gz, more than ${fields_limit_kb}`];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const chunks = await weigh();
  const { today, a_noun, complete } = forecastOf(chunks);
  console.log(`today ${today.toFixed(0)} KB gz with ${nouns.length} nouns`);
  console.log(`a noun ${a_noun.toFixed(1)} KB gz, ${nouns_to_come} nouns to come`);
  const aim = complete <= aim_kb ? 'reached' : 'missed';
  const floor = complete <= floor_kb ? 'kept' : 'broken';
  console.log(
    `complete ${complete.toFixed(0)} KB gz: aim ${aim_kb} ${aim}, floor ${floor_kb} ${floor}`,
  );
  for (const [name, limit] of Object.entries(limits_kb)) {
    const [largest] = chunks.filter((one) => one.name === name).sort((a, b) => b.kb - a.kb);
    console.log(`  ${name}: ${largest ? largest.kb.toFixed(1) : '–'} of ${limit} KB gz`);
  }
  console.log(`  payment fields: ${(await weighFields()).toFixed(1)} of ${fields_limit_kb} KB gz`);
  const found = [...chunkFaults(chunks), ...(await overweightFields())];
  for (const line of found) console.log(line);
  if (found.length > 0) process.exitCode = 1;
}
