// What the first screen has to show, from the rows themselves and by another hand than its own.
import type { Request } from 'playwright-core';
import { asOwner, type Product } from './product.ts';
import type { Person } from './stage.ts';

/** The accounts that a person sees; an administrator sees all. */
const reach = {
  merchant: 't.merchant_id = $1',
  partner: 't.merchant_id in (select descendant_id from account_closure where account_id = $1)',
  admin: '$1 = $1',
} as const;
export type Area = keyof typeof reach;
export const areas = Object.keys(reach) as Area[];

interface Zone {
  account_id: string;
  time_zone: string;
}

/** Whose account a person's is, and the time it goes by. */
export async function zoneOf(product: Product, person: Person): Promise<Zone> {
  return await asOwner(product, async (owner) => {
    const { rows } = await owner.query(
      `select a.id as account_id, coalesce(u.timezone, a.timezone) as time_zone
      from user_account u join account a on a.id = u.account_id where u.username = $1`,
      [product.credentials[person].username],
    );
    return rows[0];
  });
}

export interface Sums {
  captured: number;
  refunded: number;
  attempts: number;
  approved: number;
  declined: number;
}
const none: Sums = { captured: 0, refunded: 0, attempts: 0, approved: 0, declined: 0 };

/** In dollars, of the payments made from one moment to before another, by a clock on the wall. */
export async function dollarsOf(
  product: Product,
  area: Area,
  [from, until]: readonly [string, string],
): Promise<Sums> {
  const { account_id, time_zone } = await zoneOf(product, area);
  return await asOwner(product, async (owner) => {
    const { rows } = await owner.query(
      `select
        sum(case when type in ('sale', 'authorize') and status not in
          ('pending', 'unknown', 'declined', 'voided', 'returned') then amount_captured end)::int
          as captured,
        sum(case when type = 'refund' and status in ('pending_settlement', 'settled') then amount
          end)::int as refunded,
        sum((type <> 'refund')::int)::int as attempts,
        sum((type <> 'refund' and status = 'declined')::int)::int as declined,
        sum((type <> 'refund' and status not in ('declined', 'pending', 'unknown'))::int)::int
          as approved
      from transaction t where currency = 'usd' and ${reach[area]}
        and created_at at time zone $2 >= $3::timestamp
        and created_at at time zone $2 < $4::timestamp`,
      [account_id, time_zone, from, until],
    );
    const found = rows[0] as { [K in keyof Sums]: number | null };
    return Object.fromEntries(
      Object.keys(none).map((name) => [name, found[name as keyof Sums] ?? 0]),
    ) as unknown as Sums;
  });
}

/** `2026-06-18T10:42:07.123` in a zone: the day is its first ten letters. */
export function wallClock(moment: string, time_zone: string): string {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: time_zone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }).format(new Date(moment));
  return `${parts.replace(' ', 'T')}.${moment.slice(20, 23)}`;
}

/** The day so many days later. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Dollars captured below a partner, and all its transactions, from second to second. */
export async function capturedBelow(
  product: Product,
  partner_id: string,
  from: number,
  to: number,
) {
  return await asOwner(product, async (owner) => {
    const { rows } = await owner.query(
      `select count(*)::int as all, sum(case when currency = 'usd' and type <> 'refund' and status
          not in ('pending', 'unknown', 'declined', 'voided', 'returned') then amount_captured
        end)::int as captured
      from transaction t where ${reach.partner}
        and created_at between to_timestamp($2) and to_timestamp($3)`,
      [partner_id, from, to],
    );
    return rows[0] as { all: number; captured: number };
  });
}

/** `$1,234.56` and `−$1.00` in minor units. */
export function minor(text: string): number {
  const digits = Number(text.replace(/[^\d.]/g, ''));
  return Math.round(digits * 100) * (text.includes('−') ? -1 : 1);
}

export interface Listed {
  results: number;
  captured: number;
  refunded: number;
  /** Captured less what goes back. */
  net: number;
}

const dead = ['pending', 'unknown', 'declined', 'voided', 'returned'];

/** Everything that a search of the panel finds, page by page. */
export async function listedBy(product: Product, area: Area, asked: Request): Promise<Listed> {
  const { private_key } = product.credentials[area];
  const call_path = new URL(asked.url()).pathname.replace('/api', '');
  const found: Listed = { results: 0, captured: 0, refunded: 0, net: 0 };
  for (let more = true; more; ) {
    const body = { ...asked.postDataJSON(), limit: 100, offset: found.results };
    const answer = await product.call('POST', call_path, private_key, body);
    const rows = answer.body.data as { type: string; status: string; [sum: string]: unknown }[];
    for (const row of rows.filter(({ status }) => !dead.includes(status))) {
      if (row.type === 'refund') found.refunded += Number(row.amount);
      else found.captured += Number(row.amount_captured);
    }
    found.results += rows.length;
    more = rows.length === 100;
  }
  return { ...found, net: found.captured - found.refunded };
}
