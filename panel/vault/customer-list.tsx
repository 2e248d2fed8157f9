// Saved customers: the search, and cards that have expired or soon will.
import { IconAlertTriangle, IconPlus, IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { customer_fields } from '../../contract/vault/customer-search.ts';
import { type CustomerRecord, customers } from '../../contract/vault/customers.ts';
import { businessNow } from '../business-time.ts';
import { useSearch } from '../hooks.ts';
import { writeState } from '../kit/filter/search-address.ts';
import { default_per_page } from '../kit/filter/search-state.ts';
import { icon_16 } from '../kit/icon.ts';
import { momentColumn } from '../kit/list/columns.tsx';
import { ListScreen } from '../kit/list/list-screen.tsx';
import type { Column, RowView } from '../kit/list/list-types.ts';
import basics from '../style/basics.module.css';
import { DefaultMethod } from './customer-parts.tsx';
import { customerName, defaultMethodText, mainAddress } from './customer-text.ts';
import { customerPath, customers_path, import_customers_path, new_customer_path } from './paths.ts';
import { useMaySave } from './use-may-save.ts';
import styles from './vault.module.css';

const columns: readonly Column<CustomerRecord>[] = [
  { key: 'name', label: 'Name', name: true, cell: customerName },
  { key: 'company', label: 'Company', cell: (one) => mainAddress(one)?.company },
  { key: 'email', label: 'Email', cell: (one) => mainAddress(one)?.email },
  { key: 'method', label: 'Payment method', cell: (one) => <DefaultMethod of={one} /> },
  { key: 'description', label: 'Description', cell: (one) => one.data.customer.description },
  momentColumn('created_at', 'Created'),
];

const view: RowView<CustomerRecord> = {
  key: ({ id }) => id,
  name: customerName,
  to: ({ id }) => customerPath(id),
  phone: (one) => ({
    title: customerName(one),
    note: defaultMethodText(one) === '' ? 'No payment method' : <DefaultMethod of={one} />,
    facts: mainAddress(one)?.email ? [{ label: 'Email', value: mainAddress(one)?.email }] : [],
  }),
};

const years_back = 10;
const days_ahead = 30;

/** From ten years back to thirty days ahead (spec 3). */
function expiringPath(now: Date): string {
  const dayOf = (date: Date) => date.toISOString().slice(0, 10);
  const start = new Date(now);
  start.setUTCFullYear(now.getUTCFullYear() - years_back);
  const end_date = dayOf(new Date(now.getTime() + days_ahead * 86_400_000));
  const filters = [{ name: 'expiration_date', start_date: dayOf(start), end_date }];
  const state = { filters, page: 1, per_page: default_per_page, sort: null };
  return `${customers_path}?${writeState(state)}`;
}

export function CustomerList() {
  const search = useSearch(customers.search, { fields: customer_fields, global_field: 'words' });
  const saves = useMaySave() === true;
  const actions = (
    <>
      <Link
        to={expiringPath(businessNow())}
        className={basics.plainButton}
        aria-label="Expiring cards"
      >
        <IconAlertTriangle {...icon_16} />
        <span className={styles.wide}>Expiring cards</span>
      </Link>
      {saves && (
        <>
          <Link
            to={import_customers_path}
            className={basics.plainButton}
            aria-label="Import customers"
          >
            <IconUpload {...icon_16} />
            <span className={styles.wide}>Import</span>
          </Link>
          <Link to={new_customer_path} className={basics.plainButton} data-primary>
            <IconPlus {...icon_16} />
            New customer
          </Link>
        </>
      )}
    </>
  );
  return (
    <ListScreen
      title="Customers"
      noun="customer"
      {...{ search, columns, view, actions }}
      nothing={{
        title: 'No customers yet',
        text: saves
          ? 'Save a customer here, or with a payment in the virtual terminal.'
          : 'You do not have permission to save customers.',
        create: saves && new_customer_path,
      }}
    />
  );
}
