// The Apple Pay registrations of a merchant.
import { type ApplePayRecord, apple_pay } from '../../../contract/payments/wallets/apple-pay.ts';
import { useSearch } from '../../hooks.ts';
import { useRemoval } from '../../kit/dialog/use-removal.tsx';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { momentColumn } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/list-screen.tsx';
import type { Column, RowView } from '../../kit/list/list-types.ts';
import basics from '../../style/basics.module.css';
import { registrationBadge } from './labels.ts';
import { newRegistrationPath, registrationPath } from './paths.ts';

const badge = (one: ApplePayRecord) => <StatusBadge badge={registrationBadge(one)} />;

const columns: readonly Column<ApplePayRecord>[] = [
  { key: 'display_name', label: 'Display name', name: true, cell: (one) => one.display_name },
  { key: 'domain_name', label: 'Domain', cell: (one) => one.domain_name },
  {
    key: 'apple_pay_merchant_id',
    label: 'Apple merchant ID',
    cell: (one) => <span className={basics.mono}>{one.apple_pay_merchant_id}</span>,
  },
  { key: 'is_ready', label: 'Status', cell: badge },
  momentColumn('created_at', 'Created'),
];

export function RegistrationList() {
  const search = useSearch(apple_pay.search, { fields: {} });
  const { action, dialog } = useRemoval<ApplePayRecord>({
    endpoint: apple_pay.remove,
    stales: [apple_pay.search, apple_pay.get],
    noun: 'Apple Pay registration',
    effect: ({ domain_name }) =>
      `Payers can no longer use Apple Pay on ${domain_name}. Its keys are deleted for good.`,
  });
  const view: RowView<ApplePayRecord> = {
    key: (one) => one.id,
    name: (one) => one.display_name,
    to: (one) => registrationPath(one.id),
    actions: (one) => [[action(one)]],
    phone: (one) => ({ title: one.display_name, badge: badge(one), note: one.domain_name }),
  };
  return (
    <>
      <ListScreen
        title="Apple Pay"
        noun="registration"
        {...{ search, columns, view }}
        nothing={{
          title: 'No Apple Pay registrations yet',
          text: 'Register your Apple merchant ID so that payers can use Apple Pay.',
          create: newRegistrationPath(),
        }}
      />
      {dialog}
    </>
  );
}
