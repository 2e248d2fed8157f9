// Word, icon and amount of each action, for row menus and buttons.

import type { Icon } from '@tabler/icons-react';
import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleArrowRight,
  IconCoin,
  IconMail,
  IconUserPlus,
  IconX,
} from '@tabler/icons-react';
import { formatMoney } from '../../../contract/money.ts';
import type { TransactionRecord } from '../../../contract/payments/transactions/record.ts';
import type { Action } from '../../../contract/payments/transactions/states.ts';
import { leftToRefund } from './available.ts';

interface ActionLabel {
  label: string;
  icon: Icon;
  destructive?: boolean;
}

export const action_labels: Readonly<Record<Action, ActionLabel>> = {
  capture: { label: 'Capture', icon: IconCircleArrowRight },
  refund: { label: 'Refund', icon: IconArrowBackUp },
  void: { label: 'Void', icon: IconBan, destructive: true },
  approve: { label: 'Approve', icon: IconCheck },
  decline: { label: 'Decline', icon: IconX, destructive: true },
  tip_adjust: { label: 'Adjust tip', icon: IconCoin },
  email: { label: 'Email receipt', icon: IconMail },
  save_customer: { label: 'Save customer', icon: IconUserPlus },
};

/** The amount an action would move, as printed; undefined where it moves none. */
export function actionAmount(action: Action, t: TransactionRecord): string | undefined {
  const money = (minor: number) => formatMoney(minor, t.currency);
  if (action === 'capture') return money(t.amount_authorized);
  if (action === 'refund') return money(leftToRefund(t));
  return undefined;
}
