// Transactions in the command palette, by their id or order id.
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { formatMoney } from '../../contract/money.ts';
import type { transactions } from '../../contract/payments/transactions/endpoints.ts';
import { call } from '../api.ts';
import { is, listCall, max_records, type RoomPalette } from '../kit/palette-entry.ts';
import { detailPath } from './paths.ts';

const find_transactions = listCall<typeof transactions.search>('/transaction/search');

export const payments_palette: RoomPalette = {
  async find(text, { area }) {
    if (text.length > 20 || /\s/.test(text)) return [];
    const input = { transaction_or_order_id: is(text), limit: max_records };
    const { rows } = await call<typeof transactions.search>(find_transactions, { input });
    return rows.map((row) => ({
      key: `transaction ${row.id}`,
      group: 'Records',
      label: `${formatMoney(row.amount, row.currency)} ${row.type}`,
      note: row.order_id === '' ? row.id : `${row.id} · order ${row.order_id}`,
      icon: IconArrowsLeftRight,
      to: detailPath(area, row),
    }));
  },
};
