// What of payments and settlement waits for a person, and where it is decided.
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconCornerUpLeft,
  IconFlag,
  IconHelpCircle,
} from '@tabler/icons-react';
import { formatMoney } from '../../contract/money.ts';
import { counted, type WaitingFacts, type WaitingKind } from '../kit/waiting-entry.ts';
import {
  list_paths,
  settlement_exceptions_path,
  settlementPath,
  unresolved_path,
} from './paths.ts';

const money = ({ amount, currency }: WaitingFacts) => formatMoney(amount, currency);

const flagged: WaitingKind = {
  icon: IconFlag,
  tone: 'bad',
  title: ({ count }) => counted(count, 'flagged payment'),
  note: (one, dayOf) =>
    `${money(one)} held${one.oldest_at ? `, oldest from ${dayOf(one.oldest_at)}` : ''}`,
  action: 'Review',
  to: (area) => `${list_paths[area]}?status=is:flagged`,
};

export const payments_waiting = {
  flagged,
  flagged_partner: {
    ...flagged,
    to: (area) => `${list_paths[area]}?status=is:flagged_partner`,
  },
  unresolved: {
    icon: IconHelpCircle,
    tone: 'bad',
    title: ({ count }) => `${counted(count, 'payment')} with unknown outcome`,
    note: (one) => `${money(one)} may have moved. Do not charge again.`,
    action: 'Open',
    to: (area) => (area === 'admin' ? unresolved_path : `${list_paths[area]}?status=is:unknown`),
  },
  returned: {
    icon: IconCornerUpLeft,
    tone: 'warn',
    title: ({ count }) => counted(count, 'returned payment'),
    note: (one) => `${money(one)} came back from the bank`,
    action: 'Open',
    to: (area) => `${list_paths[area]}?status=is:returned`,
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
