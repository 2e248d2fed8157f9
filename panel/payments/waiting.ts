// What of payments and settlement waits for a person, and where it is decided.
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconCornerUpLeft,
  IconFlag,
  IconHelpCircle,
} from '@tabler/icons-react';
import type { AccountType } from '../../contract/access/access.ts';
import { formatMoney } from '../../contract/money.ts';
import type { Status } from '../../contract/payments/transactions/states.ts';
import { counted, type WaitingFacts, type WaitingKind } from '../kit/waiting-entry.ts';
import { settlement_exceptions_path, settlementPath, unresolved_path } from './paths.ts';
import { is, transactionsWith } from './transactions-with.ts';

/** The amount and a word about it; '' without totals. */
const moneyThat = ({ amount, currency }: WaitingFacts, words: string) =>
  amount === null ? '' : `${formatMoney(amount, currency)} ${words}`;

const sentence = (...parts: string[]) => parts.filter((part) => part !== '').join(', ');

/** The rows that were counted: of one currency, where the counts are by currency. */
const rowsOf =
  (status: Status) =>
  (area: AccountType, { currency }: WaitingFacts) =>
    transactionsWith(
      area,
      is('status', status),
      ...(currency === '' ? [] : [is('currency_iso_code', currency)]),
    );

const flagged: WaitingKind = {
  icon: IconFlag,
  tone: 'bad',
  title: ({ count }) => counted(count, 'flagged payment'),
  note: (one, dayOf) =>
    sentence(moneyThat(one, 'held'), one.oldest_at ? `oldest from ${dayOf(one.oldest_at)}` : ''),
  action: 'Review',
  to: rowsOf('flagged'),
};

export const payments_waiting = {
  flagged,
  flagged_partner: {
    ...flagged,
    to: rowsOf('flagged_partner'),
  },
  unresolved: {
    icon: IconHelpCircle,
    tone: 'bad',
    title: ({ count }) => `${counted(count, 'payment')} with unknown outcome`,
    note: (one) => `${moneyThat(one, 'may have moved.')} Do not charge again.`.trim(),
    action: 'Open',
    to: (area, one) => (area === 'admin' ? unresolved_path : rowsOf('unknown')(area, one)),
  },
  returned: {
    icon: IconCornerUpLeft,
    tone: 'warn',
    title: ({ count }) => counted(count, 'returned payment'),
    note: (one) => moneyThat(one, 'returned by the bank'),
    action: 'Open',
    to: rowsOf('returned'),
  },
  failed_batch: {
    icon: IconBuildingBank,
    tone: 'warn',
    title: ({ count }) => counted(count, 'batch differs', 'batches differ'),
    note: () => 'The processor reported other amounts',
    action: 'Open',
    to: (area) => `${settlementPath(area)}?state=is:mismatch`,
  },
  settlement_exception: {
    icon: IconAlertTriangle,
    tone: 'bad',
    title: ({ count }) => counted(count, 'settlement exception'),
    note: () => 'Not booked yet',
    action: 'Open',
    to: () => settlement_exceptions_path,
  },
} satisfies Record<string, WaitingKind>;
