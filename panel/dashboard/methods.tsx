// Ways to pay: what share of the captured money came by card brand, bank account or cash.

import { formatMoney } from '../../contract/money.ts';
import { brand_labels, type CardType } from '../../contract/payments/cards/cards.ts';
import { SharesSection } from '../kit/chart/shares-section.tsx';
import { counted } from '../kit/waiting-entry.ts';
import { is, transactionsWith } from './links.ts';
import type { PartProps } from './parts.tsx';
import { periodOf } from './period-span.ts';

const words: Readonly<Record<string, string>> = { card: 'Card', ach: 'Bank account', cash: 'Cash' };

export function WaysToPay({ home, area }: PartProps) {
  const shares = home.methods.map(({ payment_type, card_brand, amount, count }) => ({
    key: `${payment_type} ${card_brand}`,
    label: brand_labels[card_brand as CardType] ?? words[payment_type] ?? payment_type,
    value: amount,
    text: formatMoney(amount, home.currency),
    note: counted(count, 'payment'),
    to: transactionsWith(
      area,
      card_brand === '' ? is('payment_type', payment_type) : is('card_brand', card_brand),
      periodOf(home, 'captured_at'),
      is('currency_iso_code', home.currency),
    ),
  }));
  return (
    <SharesSection
      title="Ways to pay"
      shares={shares}
      nothing="Nothing was captured in this period."
    />
  );
}
