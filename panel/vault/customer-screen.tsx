// One saved customer: its title with what can be done, and the tabs of its screens (spec 1 §2).
import { IconArrowMerge, IconKeyboard, IconTrash } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext } from 'react';
import { Link, Outlet, useNavigate, useParams } from 'react-router';
import { subjectOf, whyNotAllowed } from '../../contract/access/allowed.ts';
import { may } from '../../contract/access/may.ts';
import { sessions } from '../../contract/identity/sessions.ts';
import { type CustomerRecord, customers } from '../../contract/vault/customers.ts';
import { customer_merge } from '../../contract/vault/merge.ts';
import { useRecord } from '../hooks.ts';
import { counted } from '../kit/action-item.ts';
import { useRemoval } from '../kit/dialog/use-removal.tsx';
import { icon_16 } from '../kit/icon.ts';
import { RecordMissing } from '../kit/page/not-shown.tsx';
import { Page } from '../kit/page/page-parts.tsx';
import { PageTabs } from '../kit/page/page-tabs.tsx';
import { PageTitle } from '../kit/page/page-title.tsx';
import { PlainButton } from '../kit/plain-button.tsx';
import { customerTerminalPath } from '../payments/paths.ts';
import basics from '../style/basics.module.css';
import { customerName, mainAddress } from './customer-text.ts';
import { customerPath, customers_path } from './paths.ts';

interface Shown {
  one: CustomerRecord;
  /** Why nothing may be changed; '' where it may. */
  read_only: string;
}

const CustomerContext = createContext<Shown | null>(null);

/** The customer of the screens below. */
export function useCustomer(): Shown {
  const shown = useContext(CustomerContext);
  if (shown === null) throw new Error('No customer is shown.');
  return shown;
}

/** What is read anew after a change of a customer. */
export const customer_stales = [customers.get, customers.search, customers.globalSearch];

/** How many other customers have a card or account of this one; a failed look says nothing. */
const useDuplicates = (id: string, enabled = true) =>
  useRecord(
    customer_merge.duplicates,
    { params: { id } },
    { quiet: true, stale_ms: 60_000, enabled },
  );

function MergeLink({ id }: { id: string }) {
  const { data } = useDuplicates(id);
  if (!data || data.rows.length === 0) return null;
  return (
    <Link to={customerPath(id, 'merge')} className={basics.plainButton}>
      <IconArrowMerge {...icon_16} />
      {counted(data.rows.length, 'duplicate')}
    </Link>
  );
}

/** What can be done with a customer as a whole. */
export function CustomerActions({ one, read_only }: Shown) {
  const navigate = useNavigate();
  const { ask, dialog } = useRemoval<CustomerRecord>({
    endpoint: customers.remove,
    // Not the record itself: it is no longer there to be read.
    stales: [customers.search, customers.globalSearch],
    noun: 'customer',
    effect: () =>
      `${customerName(one)} is deleted with its payment methods and addresses. ` +
      'Transactions are kept. This cannot be undone.',
    onRemoved: () => void navigate(customers_path),
  });
  return (
    <>
      {read_only === '' && <MergeLink id={one.id} />}
      {read_only === '' && (
        <PlainButton onClick={() => ask(one)}>
          <IconTrash {...icon_16} />
          Delete
        </PlainButton>
      )}
      <Link to={customerTerminalPath(one.id)} className={basics.plainButton} data-primary>
        <IconKeyboard {...icon_16} />
        Charge
      </Link>
      {dialog}
    </>
  );
}

/** The page of a tab that is no form. */
export function CustomerPage({ children }: { children: ReactNode }) {
  const shown = useCustomer();
  return (
    <Page>
      <PageTitle
        title={customerName(shown.one)}
        note={mainAddress(shown.one)?.email}
        actions={<CustomerActions {...shown} />}
      />
      {children}
    </Page>
  );
}

/** The frame of the four screens. */
export function CustomerScreen() {
  const { customerID: id = '' } = useParams();
  const { data, error, refetch } = useRecord(customers.get, { params: { id } });
  const { data: caller } = useRecord(sessions.get, {}, { stale_ms: 60_000 });
  // The page waits for them: a link that comes later would move it.
  const duplicates = useDuplicates(id, data !== undefined);
  if (!data || !caller || duplicates.isPending) {
    return <RecordMissing noun="Customer" of={{ error, refetch }} />;
  }
  const tabs = [
    { label: 'Details', to: customerPath(id) },
    { label: 'Payment methods', to: customerPath(id, 'payment-list') },
    { label: 'Addresses', to: customerPath(id, 'address-list') },
    { label: 'Transactions', to: customerPath(id, 'transaction-list') },
  ];
  const read_only = whyNotAllowed(may.save_customers, subjectOf(caller));
  return (
    <CustomerContext value={{ one: data, read_only }}>
      <PageTabs label="Customer" tabs={tabs}>
        <Outlet />
      </PageTabs>
    </CustomerContext>
  );
}
