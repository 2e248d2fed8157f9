// The addresses of a customer, and which of them bills and ships.
import { IconFileInvoice, IconPencil, IconTrash, IconTruck } from '@tabler/icons-react';
import { useState } from 'react';
import { emptyFields } from '../../contract/addresses.ts';
import { type CustomerRecord, customers } from '../../contract/vault/customers.ts';
import { type VaultAddress, vault_address_fields } from '../../contract/vault/vault-address.ts';
import { useSave } from '../hooks.ts';
import { ConfirmDialog } from '../kit/dialog/confirm-dialog.tsx';
import { AddressFields } from '../kit/form/address-fields.tsx';
import { FormDialog } from '../kit/form/form-dialog.tsx';
import { useForm } from '../kit/form/use-form.ts';
import { IconButton } from '../kit/icon-button.tsx';
import { Hint } from '../kit/page/page-parts.tsx';
import { Section } from '../kit/parts/section.tsx';
import { toast } from '../notices.ts';
import { addressText } from '../payments/picker/saved-customer.ts';
import { CustomerPage, customer_stales, useCustomer } from './customer-screen.tsx';
import { AddButton } from './method-list.tsx';
import { partDialog } from './part-dialog.ts';
import styles from './vault.module.css';

type Side = 'billing' | 'shipping';

function useDefaultAddress(one: CustomerRecord) {
  const save = useSave(customers.update, {
    stales: customer_stales,
    tell: () => toast('Default address changed'),
  });
  return (side: Side, address_id: string) =>
    save.mutate({
      params: { id: one.id },
      input: { defaults: { [`${side}_address_id`]: address_id } },
    });
}

interface DialogProps {
  one: CustomerRecord;
  /** Absent of a new one. */
  address?: VaultAddress | undefined;
  onClose: () => void;
}

/** The members stand below one name, as address fields do; they are sent without it. */
function AddressDialog({ one, address, onClose }: DialogProps) {
  const empty = { ...emptyFields(vault_address_fields), country: 'US' };
  const initial = address
    ? Object.fromEntries(vault_address_fields.map((name) => [name, address[name]]))
    : empty;
  const { dialog, saving } = partDialog('address', address, onClose);
  const form = useForm(address ? customers.updateAddress : customers.createAddress, {
    initial,
    params: { id: one.id, ...(address && { addressId: address.id }) } as never,
    ...saving,
  });
  return (
    <FormDialog form={form} {...dialog}>
      <AddressFields name="" shown={vault_address_fields} />
    </FormDialog>
  );
}

function RemoveDialog({ one, address, onClose }: DialogProps & { address: VaultAddress }) {
  return (
    <ConfirmDialog
      title="Delete the address"
      action="Delete address"
      destructive
      call={{
        endpoint: customers.removeAddress,
        request: { params: { id: one.id, addressId: address.id } },
        stales: customer_stales,
        done: 'Address deleted',
      }}
      onClose={onClose}
    >
      <p>{addressText(address)} is deleted. Payments that used it keep it.</p>
    </ConfirmDialog>
  );
}

function lines(address: VaultAddress): string {
  const { first_name, last_name, company, line_2, postal_code, country } = address;
  const name = `${first_name} ${last_name}`.trim();
  return [name, company, addressText(address), line_2, postal_code, country]
    .filter(Boolean)
    .join(', ');
}

type Opened = { edit?: VaultAddress; remove?: VaultAddress } | null;

interface ActionsProps {
  address: VaultAddress;
  one: CustomerRecord;
  open: (opened: Opened) => void;
}

function Actions({ address, one, open }: ActionsProps) {
  const makeDefault = useDefaultAddress(one);
  const { billing_address_id, shipping_address_id } = one.data.customer.defaults;
  const text = addressText(address);
  return (
    <span>
      {address.id !== billing_address_id && (
        <IconButton
          label={`Bill to ${text}`}
          icon={IconFileInvoice}
          onClick={() => makeDefault('billing', address.id)}
        />
      )}
      {address.id !== shipping_address_id && (
        <IconButton
          label={`Ship to ${text}`}
          icon={IconTruck}
          onClick={() => makeDefault('shipping', address.id)}
        />
      )}
      <IconButton
        label={`Edit ${text}`}
        icon={IconPencil}
        onClick={() => open({ edit: address })}
      />
      <IconButton
        label={`Delete ${text}`}
        icon={IconTrash}
        onClick={() => open({ remove: address })}
      />
    </span>
  );
}

export function AddressList() {
  const { one, read_only } = useCustomer();
  const [opened, open] = useState<Opened>(null);
  const { addresses, defaults } = one.data.customer;
  const close = () => open(null);
  const add = read_only === '' && <AddButton noun="address" onClick={() => open({})} />;
  return (
    <CustomerPage>
      <Section title="Addresses" aside={add}>
        {addresses.length === 0 && <Hint>No addresses yet.</Hint>}
        <ul className={styles.list}>
          {addresses.map((address) => (
            <li key={address.id}>
              <span>
                <span>{lines(address)}</span>
                {address.id === defaults.billing_address_id && <em>Billing</em>}
                {address.id === defaults.shipping_address_id && <em>Shipping</em>}
                <small>{[address.email, address.phone].filter(Boolean).join(' · ')}</small>
              </span>
              {read_only === '' && <Actions {...{ address, one, open }} />}
            </li>
          ))}
        </ul>
      </Section>
      {opened && !opened.remove && (
        <AddressDialog one={one} address={opened.edit} onClose={close} />
      )}
      {opened?.remove && <RemoveDialog one={one} address={opened.remove} onClose={close} />}
    </CustomerPage>
  );
}
