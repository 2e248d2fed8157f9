// The payment methods of a customer: cards and bank accounts, and which one is the default.
import { IconPencil, IconPlus, IconStar, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { type CustomerRecord, customers } from '../../contract/vault/customers.ts';
import type { SavedAccount, SavedCard } from '../../contract/vault/saved-methods.ts';
import { useSave } from '../hooks.ts';
import { ConfirmDialog } from '../kit/dialog/confirm-dialog.tsx';
import { sentenceCase } from '../kit/format/sentence.ts';
import { icon_16 } from '../kit/icon.ts';
import { IconButton } from '../kit/icon-button.tsx';
import { Hint } from '../kit/page/page-parts.tsx';
import { Section } from '../kit/parts/section.tsx';
import { toast } from '../notices.ts';
import basics from '../style/basics.module.css';
import { ExpiryBadge } from './customer-parts.tsx';
import { CustomerPage, customer_stales, useCustomer } from './customer-screen.tsx';
import { accountText, cardText } from './customer-text.ts';
import { MethodDialog, type MethodOf } from './method-dialog.tsx';
import styles from './vault.module.css';

const flag_texts: Readonly<Record<string, string>> = {
  surcharge_exempt: 'Surcharge exempt',
  applepay: 'Apple Pay',
  closed_contact: 'Account closed',
  contact: 'Contact the cardholder',
  locked_security: 'Locked for security',
  locked_stop_recurring: 'Recurring payments stopped',
};

/** One saved method, whichever kind it is. */
type Saved = { type: 'card'; method: SavedCard } | { type: 'ach'; method: SavedAccount };

const textOf = (saved: Saved) =>
  saved.type === 'card' ? cardText(saved.method) : accountText(saved.method);

function savedOf({ data }: CustomerRecord): Saved[] {
  const { cards, ach } = data.customer.payments;
  return [
    ...cards.map((method) => ({ type: 'card' as const, method })),
    ...ach.map((method) => ({ type: 'ach' as const, method })),
  ];
}

function Facts({ saved }: { saved: Saved }) {
  const { flags } = saved.method;
  const facts =
    saved.type === 'card'
      ? [`Exp: ${saved.method.expiration_date}`]
      : [`Routing ${saved.method.routing_number}`, saved.method.sec_code.toUpperCase()];
  const words = [...facts, ...flags.map((flag) => flag_texts[flag] ?? sentenceCase(flag))];
  return (
    <small>
      {words.join(' · ')}{' '}
      {saved.type === 'card' && <ExpiryBadge expiration_date={saved.method.expiration_date} />}
    </small>
  );
}

interface RowProps {
  saved: Saved;
  is_default: boolean;
  /** null where nothing may be changed. */
  actions: ReactNode;
}

function Row({ saved, is_default, actions }: RowProps) {
  return (
    <li>
      <span>
        <span className={basics.mono}>{textOf(saved)}</span>
        {is_default && <em>Default</em>}
        <Facts saved={saved} />
      </span>
      {actions}
    </li>
  );
}

function useDefault(one: CustomerRecord) {
  const save = useSave(customers.update, {
    stales: customer_stales,
    tell: () => toast('Default payment method changed'),
  });
  return ({ type, method }: Saved) =>
    save.mutate({
      params: { id: one.id },
      input: { defaults: { payment_method_id: method.id, payment_method_type: type } },
    });
}

function RemoveDialog({ one, saved, onClose }: RemoveProps) {
  const is_card = saved.type === 'card';
  const endpoint = is_card ? customers.removeCard : customers.removeAccount;
  const { defaults } = one.data.customer;
  const next =
    defaults.payment_method_id === saved.method.id
      ? ' The oldest of the other methods becomes the default.'
      : '';
  return (
    <ConfirmDialog
      title={is_card ? 'Delete the card' : 'Delete the bank account'}
      action={is_card ? 'Delete card' : 'Delete bank account'}
      destructive
      call={{
        endpoint,
        request: { params: { id: one.id, methodId: saved.method.id } },
        stales: customer_stales,
        done: is_card ? 'Card deleted' : 'Bank account deleted',
      }}
      onClose={onClose}
    >
      <p>
        {textOf(saved)} can no longer be charged.{next}
      </p>
    </ConfirmDialog>
  );
}

interface RemoveProps {
  one: CustomerRecord;
  saved: Saved;
  onClose: () => void;
}

type Opened = { edit: MethodOf } | { remove: Saved } | null;

export function MethodList() {
  const { one, read_only } = useCustomer();
  const [opened, open] = useState<Opened>(null);
  const makeDefault = useDefault(one);
  const { payment_method_id } = one.data.customer.defaults;
  const all = savedOf(one);
  const close = () => open(null);
  const actionsOf = (saved: Saved) => (
    <span>
      {saved.method.id !== payment_method_id && (
        <IconButton
          label={`Make ${textOf(saved)} the default`}
          icon={IconStar}
          onClick={() => makeDefault(saved)}
        />
      )}
      <IconButton
        label={`Edit ${textOf(saved)}`}
        icon={IconPencil}
        onClick={() => open({ edit: saved })}
      />
      <IconButton
        label={`Delete ${textOf(saved)}`}
        icon={IconTrash}
        onClick={() => open({ remove: saved })}
      />
    </span>
  );
  const add = read_only === '' && (
    <>
      <AddButton noun="card" onClick={() => open({ edit: { type: 'card' } })} />
      <AddButton noun="bank account" onClick={() => open({ edit: { type: 'ach' } })} />
    </>
  );
  return (
    <CustomerPage>
      <Section title="Payment methods" aside={add}>
        {all.length === 0 && <Hint>No payment methods yet.</Hint>}
        <ul className={styles.list}>
          {all.map((saved) => (
            <Row
              key={saved.method.id}
              saved={saved}
              is_default={saved.method.id === payment_method_id}
              actions={read_only === '' ? actionsOf(saved) : null}
            />
          ))}
        </ul>
      </Section>
      {opened && 'edit' in opened && <MethodDialog one={one} of={opened.edit} onClose={close} />}
      {opened && 'remove' in opened && (
        <RemoveDialog one={one} saved={opened.remove} onClose={close} />
      )}
    </CustomerPage>
  );
}

/** `Add card`; on phones the icon and the noun. */
export function AddButton({ noun, onClick }: { noun: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className={`${basics.plainButton} ${styles.add}`}
      aria-label={`Add ${noun}`}
      onClick={onClick}
    >
      <IconPlus {...icon_16} />
      <span className={styles.wide}>Add </span>
      <span className={styles.noun}>{noun}</span>
    </button>
  );
}
