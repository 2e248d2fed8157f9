// Records that the palette finds by the searches of their lists: nothing a list would not show.
import {
  IconArrowsLeftRight,
  IconBuilding,
  IconBuildingStore,
  IconListDetails,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AccountType } from '../../../contract/access/access.ts';
import { allowed, type Subject } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import type { merchants } from '../../../contract/accounts/merchants.ts';
import type { partners } from '../../../contract/accounts/partners.ts';
import type { users } from '../../../contract/identity/user-endpoints.ts';
import { formatMoney } from '../../../contract/money.ts';
import type { transactions } from '../../../contract/payments/transactions/endpoints.ts';
import { accountPath } from '../../accounts/paths.ts';
import { type Callable, call } from '../../api.ts';
import { userPath } from '../../identity/paths.ts';
import { detailPath } from '../../payments/paths.ts';
import { tracePath } from '../../platform/paths.ts';
import type { PaletteEntry } from './entries.ts';

const waits_ms = 250;
const most_of_a_kind = 5;
const shortest = 2;
const id_form = /^[0-9a-v]{20}$/;

/** Written out, so that the palette does not carry the schemas of four rooms. */
function listCall(path: string) {
  return { method: 'POST', path, reply: { kind: 'list' } } as const;
}
const find_transactions = listCall('/transaction/search') as Callable<typeof transactions.search>;
const find_merchants = listCall('/merchant/search') as Callable<typeof merchants.search>;
const find_partners = listCall('/partner/search') as Callable<typeof partners.search>;
const find_users = listCall('/users/search') as Callable<typeof users.find>;

interface Asker {
  area: AccountType;
  who: Subject;
}

type Finder = (text: string, asker: Asker) => Promise<PaletteEntry[]>;

const limit = most_of_a_kind;
const is = (value: string) => ({ operator: '=' as const, value });
const has = (value: string) => ({ operator: '%' as const, value });

const transactionEntries: Finder = async (text, { area }) => {
  if (text.length > 20 || /\s/.test(text)) return [];
  const input = { transaction_or_order_id: is(text), limit };
  const { rows } = await call<typeof transactions.search>(find_transactions, { input });
  return rows.map((row) => ({
    key: `transaction ${row.id}`,
    group: 'Records',
    label: `${formatMoney(row.amount, row.currency)} ${row.type}`,
    note: row.order_id === '' ? row.id : `${row.id} · order ${row.order_id}`,
    icon: IconArrowsLeftRight,
    to: detailPath(area, row),
  }));
};

/** By name, or by the whole id. */
const accountEntries: Finder = async (text, { area }) => {
  if (area === 'merchant') return [];
  const input = id_form.test(text) ? { id: is(text), limit } : { name: has(text), limit };
  const [of_merchants, of_partners] = await Promise.all([
    call<typeof merchants.search>(find_merchants, { input }),
    call<typeof partners.search>(find_partners, { input }),
  ]);
  const entry = (kind: 'merchant' | 'partner') => (row: { id: string; name: string }) => ({
    key: `${kind} ${row.id}`,
    group: 'Records' as const,
    label: row.name,
    note: kind === 'merchant' ? 'Merchant' : 'Partner',
    icon: kind === 'merchant' ? IconBuildingStore : IconBuilding,
    to: accountPath(area, kind, row.id),
  });
  return [...of_merchants.rows.map(entry('merchant')), ...of_partners.rows.map(entry('partner'))];
};

const userEntries: Finder = async (text, { area, who }) => {
  const reads = allowed(may.manage_users, who).ok && allowed(may.see_users, who).ok;
  if (!reads || id_form.test(text)) return [];
  const found = await Promise.all(
    [{ name: has(text) }, { username: has(text) }].map((filter) =>
      call<typeof users.find>(find_users, { input: { ...filter, limit } }),
    ),
  );
  const rows = new Map(found.flatMap((page) => page.rows).map((row) => [row.id, row]));
  return [...rows.values()].slice(0, limit).map((row) => ({
    key: `user ${row.id}`,
    group: 'Records',
    label: row.name,
    note: `User ${row.username}`,
    icon: IconUser,
    to: userPath(area, row.id),
  }));
};

/** Ids and Error IDs look alike, so what happened under one is offered beside what it names. */
function traceEntry(text: string, { area }: Asker): PaletteEntry[] {
  if (!id_form.test(text)) return [];
  return [
    {
      key: `trace ${text}`,
      group: 'Records',
      label: 'What happened under this Error ID',
      note: text,
      icon: IconListDetails,
      to: tracePath(area, text),
    },
  ];
}

/** The search of one kind may fail; the results of the others are shown all the same. */
async function findAll(text: string, asker: Asker): Promise<PaletteEntry[]> {
  const finders = [transactionEntries, accountEntries, userEntries];
  const found = await Promise.allSettled(finders.map((finder) => finder(text, asker)));
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

/** The text once typing has paused for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), waits_ms);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

export function useRecords(typed: string, asker: Asker) {
  const text = typed.trim();
  const settled_text = useSettled(text);
  const { data = [], isFetching } = useQuery({
    queryKey: ['palette', settled_text],
    queryFn: () => findAll(settled_text, asker),
    enabled: settled_text.length >= shortest,
    meta: { quiet: true },
  });
  const waiting = text.length >= shortest && (settled_text !== text || isFetching);
  return { records: [...(settled_text === text ? data : []), ...traceEntry(text, asker)], waiting };
}
