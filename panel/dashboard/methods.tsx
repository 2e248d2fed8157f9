// Ways to pay: what share of the captured money came by card brand, bank account or cash.

import { formatMoney } from '../../contract/money.ts';
import { brand_labels, type CardType } from '../../contract/payments/cards/cards.ts';
import { counted } from '../kit/action-item.ts';
import { SharesSection } from '../kit/chart/shares-section.tsx';
import { methodLabel } from '../payments/labels.ts';
import type { FiguresProps } from './figure-parts.tsx';
import { methodLink } from './links.ts';

export function WaysToPay({ home, place }: FiguresProps) {
  const shares = home.methods.map((one) => {
    const link = methodLink(home, one);
    return {
      key: `${one.payment_type} ${one.card_brand}`,
      label: brand_labels[one.card_brand as CardType] ?? methodLabel(one.payment_type),
      value: one.amount,
      text: formatMoney(one.amount, home.currency),
      note: counted(one.count, 'payment'),
      ...(link && { to: place.rows(...link) }),
    };
  });
  return (
    <SharesSection
      title="Payment methods"
      shares={shares}
      nothing="Nothing was captured in this period."
    />
  );
}
