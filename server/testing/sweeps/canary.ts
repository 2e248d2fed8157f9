// Card numbers and secrets that stand nowhere else, and every form in which bytes could hold them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { passesLuhn } from '../../../contract/payments/cards/cards.ts';

/** First ten digits of all marked numbers: four of them lie where a mask has its stars. */
const marks = ['4917739174', '5317739174', '3717739174'];
/** Discretionary data of marked tracks, and a security code no schema takes. */
/** The number of a bank account, which no check digit tells from another number. */
export const marked_account = '70431986527';
/** What lets somebody in, as long as a temporary token is. */
export const marked_secret = 'CANARYsecretCANARYsecret1';
const sensitive = ['83926150471', 'CANARYCVC', marked_account, marked_secret];

export interface MarkedCard {
  number: string;
  track_1: string;
  track_2: string;
}

/** The n-th marked number of a brand: Visa, Mastercard, American Express. */
export function markedCard(n: number, brand: 0 | 1 | 2 = 0): MarkedCard {
  // A number has as many digits as its brand issues, else it is no card's and may stay.
  const places = brand === 2 ? 4 : 5;
  const body = `${marks[brand]}${String(n % 10 ** places).padStart(places, '0')}`;
  const check = [...'0123456789'].find((digit) => passesLuhn(body + digit));
  const number = `${body}${check}`;
  return {
    number,
    track_1: `%B${number}^CANARY/BIRD^3012101${sensitive[0]}?`,
    track_2: `;${number}=3012101${sensitive[0]}?`,
  };
}

/** Ways people and machines write a number into a text. */
export const spellings: readonly ((number: string) => string)[] = [
  (number) => number,
  (number) => `card ${number}, expires 12/30, code 123`,
  (number) => number.replace(/(.{4})(?!$)/g, '$1 '),
  (number) => number.replace(/(.{4})(?!$)/g, '$1-'),
  (number) => number.replace(/(.{4})(?!$)/g, '$1 - '),
  (number) => `x${number}y`,
  (number) => `;${number}=3012101${sensitive[0]}?`,
  (number) => `/list?card=is:${number.replace(/(.{4})(?!$)/g, '$1%20')}`,
  (number) => [...number].map((d) => String.fromCharCode(0xff10 + Number(d))).join(''),
];

function grouped(mark: string, between: string): string {
  return mark.replace(/(.{4})/g, `$1${between}`);
}

/** The inner characters of base64 at each of the three ways bytes fall into it. */
function base64Forms(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const coded = Buffer.concat([Buffer.alloc(before), Buffer.from(text), Buffer.alloc(2)]);
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + text.length) * 8) / 6);
    return coded.toString('base64').slice(from, to);
  });
}

function formsOf(mark: string): Buffer[] {
  const reversed = [...mark].reverse().join('');
  const hex = Buffer.from(mark).toString('hex');
  const texts = [
    mark,
    reversed,
    hex,
    hex.replace(/../g, '%$&'),
    ...[' ', '-', ' - ', '.', '%20', '+', '\u00a0'].map((between) => grouped(mark, between)),
    [...mark].map((d) => String.fromCharCode(0xff10 + (Number(d) || 0))).join(''),
    ...base64Forms(mark),
    ...base64Forms(grouped(mark, ' ')),
  ];
  const wide = Buffer.from(mark, 'utf16le');
  return [...texts.map((text) => Buffer.from(text)), wide, Buffer.from(wide).swap16()];
}

/** A mark without digits to group, by itself and in base64. */
function textForms(mark: string): { mark: string; bytes: Buffer }[] {
  return [mark, ...base64Forms(mark)].map((text) => ({ mark, bytes: Buffer.from(text) }));
}

const forms: { mark: string; bytes: Buffer }[] = [
  ...marks.flatMap((mark) => formsOf(mark).map((bytes) => ({ mark, bytes }))),
  // Packed decimals: two digits a byte.
  ...marks.map((mark) => ({ mark, bytes: Buffer.from(mark, 'hex') })),
  ...sensitive.flatMap(textForms),
];

/** From now on this text, which was drawn meanwhile, counts as a mark too. */
export function addMark(mark: string): void {
  forms.push(...textForms(mark));
}

/** Where in these bytes a mark stands, with what stands around it; empty is well. */
export function marksIn(bytes: Buffer, where: string): string[] {
  return forms.flatMap(({ mark, bytes: form }) => {
    const at = bytes.indexOf(form);
    if (at < 0) return [];
    const around = bytes.subarray(Math.max(0, at - 60), at + 60).toString('latin1');
    return [`${where}: ${mark} in ${JSON.stringify(around)}`];
  });
}

/** Marks in every file below a folder; how many bytes were read stands beside them. */
export function marksBelow(folder: string): { found: string[]; bytes: number } {
  let bytes = 0;
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const file = path.join(folder, name);
    const kind = statSync(file, { throwIfNoEntry: false });
    if (!kind?.isFile()) return [];
    const content = readFileSync(file);
    bytes += content.length;
    return marksIn(content, name);
  });
  return { found, bytes };
}

/** Marks in the rows' text, and members that are named like what may never be kept. */
export async function marksInTables(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const found: string[] = [];
  let row_count = 0;
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`);
    row_count += rows.length;
    const text = rows.map((row) => row.text).join('\n');
    found.push(...marksIn(Buffer.from(text), `table ${name}`));
    const named = /"+(cvc|cvv|track_?[12]?|pin_?block)"+:\s*"+[^*"][^"]*/i.exec(text);
    if (named) found.push(`table ${name}: ${named[0]}`);
  }
  // A search of nothing would find nothing.
  if (row_count < 300) found.push(`only ${row_count} rows were read`);
  return found;
}
