// Ways to pay: what share of the captured money came by card brand, bank account or cash.

import { formatMoney } from '../../contract/money.ts';
import { brand_labels, type CardType } from '../../contract/payments/cards/cards.ts';
import { SharesSection } from '../kit/chart/shares-section.tsx';
import { counted } from '../kit/waiting-entry.ts';
import { methodLabel } from '../payments/labels.ts';
import { inCurrency, is, madeWithin } from '../payments/transactions-with.ts';
import type { FiguresProps } from './figure-parts.tsx';
import { periodOf } from './period-span.ts';

export function WaysToPay({ home, place }: FiguresProps) {
  const shares = home.methods.map(({ payment_type, card_brand, amount, count }) => ({
    key: `${payment_type} ${card_brand}`,
    label: brand_labels[card_brand as CardType] ?? methodLabel(payment_type),
    value: amount,
    text: formatMoney(amount, home.currency),
    note: counted(count, 'payment'),
    // Cards of unknown brand are no search of their own.
    ...((card_brand !== '' || payment_type !== 'card') && {
      to: place.rows(
        is('payment_type', payment_type),
        ...(card_brand === '' ? [] : [is('card_brand', card_brand)]),
        madeWithin(periodOf(home)),
        inCurrency(home.currency),
      ),
    }),
  }));
  return (
    <SharesSection
      title="Ways to pay"
      shares={shares}
      nothing="Nothing was captured in this period."
    />
  );
}
