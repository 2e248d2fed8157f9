// What of payments and settlement waits for a person, and where it is decided.
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconCertificate,
  IconCornerUpLeft,
  IconFlag,
  IconFlag2,
  IconHelpCircle,
} from '@tabler/icons-react';
import type { AccountType } from '../../contract/access/access.ts';
import { returned_days } from '../../contract/reports/dashboard.ts';
import {
  type ActionItemFacts,
  type ActionItemKind,
  type ActionItemTexts,
  counted,
} from '../kit/action-item.ts';
import { sentenceCase } from '../kit/format/sentence.ts';
import { action_item_links } from './action-item-links.ts';
import { apple_pay_path } from './apple-pay/paths.ts';
import { settlement_exceptions_path, settlementPath, unresolved_path } from './paths.ts';
import { transactionsWith } from './transactions-with.ts';

/** `$2,049.94 held`; what follows alone, as a sentence, where there is no sum. */
const withMoney = (money: string, words: string) =>
  money === '' ? sentenceCase(words) : `${money} ${words}`;

const held = ({ money, day }: ActionItemTexts) =>
  `${withMoney(money, 'held')}${day === '' ? '' : `, oldest from ${day}`}`;

const rowsOf =
  (kind: keyof typeof action_item_links) =>
  (area: AccountType, { currency }: ActionItemFacts) =>
    transactionsWith(area, ...action_item_links[kind](currency));

const unknown = rowsOf('unresolved');

export const payments_action_items = {
  flagged: {
    icon: IconFlag,
    tone: 'bad',
    title: ({ count }) => counted(count, 'flagged payment'),
    note: held,
    action: 'Review',
    to: rowsOf('flagged'),
  },
  flagged_partner: {
    icon: IconFlag2,
    tone: 'bad',
    title: ({ count }) => `${counted(count, 'payment')} for partner review`,
    note: held,
    action: 'Review',
    to: rowsOf('flagged_partner'),
  },
  unresolved: {
    icon: IconHelpCircle,
    tone: 'bad',
    title: ({ count }) => counted(count, 'unresolved payment'),
    note: ({ money }) => `${withMoney(money, 'may have been charged')}. Do not charge again.`,
    action: 'Open',
    to: (area, one) =>
      area === 'admin'
        ? `${unresolved_path}?currency_iso_code=is:${one.currency}`
        : unknown(area, one),
  },
  returned: {
    icon: IconCornerUpLeft,
    tone: 'warn',
    title: ({ count }) => counted(count, 'returned payment'),
    note: ({ money }) => `${withMoney(money, 'returned')} in the last ${returned_days} days`,
    action: 'Open',
    to: rowsOf('returned'),
  },
  failed_batch: {
    icon: IconBuildingBank,
    tone: 'warn',
    title: ({ count }) => counted(count, 'batch mismatch', 'batch mismatches'),
    note: () => 'The processor reported different amounts',
    action: 'Open',
    to: (area) => `${settlementPath(area)}?state=is:mismatch`,
  },
  settlement_exception: {
    icon: IconAlertTriangle,
    tone: 'bad',
    title: ({ count }) => counted(count, 'settlement exception'),
    note: () => 'Could not be recorded',
    action: 'Open',
    to: () => settlement_exceptions_path,
  },
  expiring_certificate: {
    icon: IconCertificate,
    tone: 'warn',
    title: ({ count }) =>
      `${counted(count, 'Apple Pay certificate')} ${count === 1 ? 'expires' : 'expire'} soon`,
    note: ({ day }, { name }) =>
      name === '' ? `Next expires on ${day}` : `${name} expires on ${day}`,
    action: 'Renew',
    to: () => apple_pay_path,
  },
} satisfies Record<string, ActionItemKind>;
