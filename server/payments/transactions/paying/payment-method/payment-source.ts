// What a payment is paid with: its own numbers, those of a token, or a saved customer's with their
// addresses.
import { invalid, refuse } from '../../../../../contract/errors.ts';
import type { CreateInput } from '../../../../../contract/payments/transactions/input.ts';
import type { BankLinkRecord } from '../../../../../contract/payments/transactions/record.ts';
import type { Context } from '../../../../context.ts';
import { openRef } from '../../../../vault/bank-link/account-ref.ts';
import {
  openCustomer,
  openSavedPayment,
  type SavedCustomer,
  type SavedPayment,
} from '../../../../vault/customers/saved-payment.ts';
import { type ResolvedMethod, resolveMethod } from '../../../../vault/resolve.ts';
import {
  type OpenToken,
  openToken,
  type UsedToken,
} from '../../../../vault/tokens/payment-token.ts';
import type { MerchantConfig } from '../../../merchant-config.ts';
import { type ResolvedTerminal, resolveTerminal } from '../../../terminals/terminal-method.ts';
import { openWallet } from '../../../wallets/wallet-method.ts';
import { ownProcessor } from '../choose-processor.ts';
import { normalizeInput } from '../form-names.ts';
import { originalNetworkId } from './original-use.ts';

/** What pays: a resolved card or account, cash, or a card that will be presented at a terminal. */
export type PaidWith = ResolvedMethod | ResolvedTerminal;

/** The payment type: a card at a terminal counts as a card. */
export const paymentTypeOf = ({ kind }: PaidWith) => (kind === 'terminal' ? 'card' : kind);

export interface PaymentSource {
  /** The request, with what a saved customer adds to it. */
  input: CreateInput;
  method: PaidWith;
  customer: SavedCustomer | null;
  /** The customer's method, where it is what pays. */
  saved: SavedPayment | null;
  /** Of a browser or a wallet: the first commit of the payment uses it up. */
  token: UsedToken | null;
  /** What is known of a linked bank account, where one pays. */
  bank_link: BankLinkRecord | null;
  /** The payment type shown, if it is not the kind of the method. */
  recorded_as: 'token' | 'apple_pay_token' | 'google_pay_token' | 'plaid' | null;
  /** The maximum that the payer authorized in a wallet. */
  agreed: OpenToken['agreed'];
  /** The network's name for the first use of the card; '' if it is not known. */
  original_network_id: string;
}

type Opened = Omit<PaymentSource, 'original_network_id'>;

/** A source that involves neither saved customers nor tokens. */
const plain_source = {
  customer: null,
  saved: null,
  token: null,
  bank_link: null,
  recorded_as: null,
  agreed: null,
} as const;

/** Stored-credential data of a payment that saves its method: first use, by the payer. */
function withFirstUse(input: CreateInput): CreateInput {
  if (!input.create_vault_record && input.create_vault_record_for === undefined) return input;
  return {
    ...input,
    stored_credential_indicator: input.stored_credential_indicator ?? 'stored',
    initiated_by: input.initiated_by ?? 'customer',
  };
}

/**
 * Stored-credential data of a saved method: the first use is by the payer; later ones refer to it.
 */
function withSavedUse(input: CreateInput, saved: SavedPayment): CreateInput {
  const { initiated_by = 'customer' } = input;
  const initial_transaction_id =
    input.initial_transaction_id ?? (saved.initial_transaction_id || undefined);
  const by_payer = initiated_by === 'customer' && input.type !== 'credit';
  const use = by_payer && initial_transaction_id === undefined ? 'stored' : 'used';
  const stored_credential_indicator = input.stored_credential_indicator ?? use;
  return { ...input, initiated_by, stored_credential_indicator, initial_transaction_id };
}

function withAddresses(input: CreateInput, customer: SavedCustomer): CreateInput {
  const { billing_address, shipping_address } = customer;
  return {
    ...input,
    billing_address: input.billing_address ?? billing_address,
    shipping_address: input.shipping_address ?? shipping_address,
  };
}

/** A saved customer who presents a card at a terminal (spec 2 §2, decision 27). */
async function customerAtTerminal(
  context: Context,
  config: MerchantConfig,
  input: CreateInput,
  customer_input: NonNullable<CreateInput['payment_method']['customer']>,
): Promise<Opened> {
  const { terminal_id: id = '', payment_method_id, payment_method_type, cvc } = customer_input;
  if ([payment_method_id, payment_method_type, cvc].some((value) => value !== undefined)) {
    invalid('Terminal ID: choose a terminal or a saved payment method, not both');
  }
  const customer = await openCustomer(context, customer_input);
  const terminal = { id };
  // A merchant's requirement for terminals applies to this terminal, too.
  const full = { ...input, payment_method: { customer: customer_input, terminal } };
  const method = resolveTerminal(config, terminal);
  return { ...plain_source, input: withAddresses(full, customer), method, customer };
}

/**
 * The method becomes an opaque object, which only the vault and the codec that sends it open. The
 * request's own members win over what is saved.
 */
export async function paymentSource(
  context: Context,
  config: MerchantConfig,
  input: CreateInput,
): Promise<PaymentSource> {
  const opened = await openedSource(context, config, input);
  return { ...opened, original_network_id: await originalNetworkId(context, opened) };
}

async function openedSource(
  context: Context,
  config: MerchantConfig,
  input: CreateInput,
): Promise<Opened> {
  if (input.payment_method.plaid) return await linkedSource(context, config, input);
  const { customer, ...others } = input.payment_method;
  if (!customer) return await typedSource(context, config, input);
  if (Object.values(others).some((value) => value !== undefined)) {
    refuse('invalid', 'bad request error: invalid payment_method');
  }
  if (customer.terminal_id !== undefined) {
    return await customerAtTerminal(context, config, input, customer);
  }
  const saved = await openSavedPayment(context, config.digest_key, customer);
  const { method, processor_ids } = saved;
  const wanted = { ...input, payment_type: method.kind };
  const processor_id = input.processor_id ?? ownProcessor(context, config, processor_ids, wanted);
  const full = { ...withSavedUse(withAddresses(input, saved), saved), processor_id };
  return { ...plain_source, input: full, method, customer: saved, saved, recorded_as: 'token' };
}

/** A linked bank account: an ACH entry whose numbers come from the bank itself. */
async function linkedSource(
  context: Context,
  config: MerchantConfig,
  input: CreateInput,
): Promise<Opened> {
  const { plaid = {}, ...others } = input.payment_method;
  if (Object.values(others).some((value) => value !== undefined)) {
    refuse('invalid', 'bad request error: invalid payment_method');
  }
  const { ach, mask } = await openRef(context, plaid);
  const full = withFirstUse(normalizeInput({ ...input, payment_method: { ach } }));
  const method = resolveMethod(context, config.digest_key, full.payment_method);
  const bank_link = { validated: true, mask } as const;
  return { ...plain_source, input: full, method, bank_link, recorded_as: 'plaid' };
}

/** Values that came with the token of a browser or wallet; those of the request take precedence. */
function withToken(input: CreateInput, opened: OpenToken): CreateInput {
  const { method, device_data, billing_address } = opened;
  return {
    ...input,
    payment_method: method,
    fingerprint: input.fingerprint ?? device_data,
    billing_address: input.billing_address ?? billing_address,
  };
}

/** The card or account behind a token or saved method; null if the request has its own numbers. */
async function openedToken(context: Context, named: CreateInput['payment_method']) {
  if (named.token === undefined) return await openWallet(context, named);
  return await openToken(context, named.token, 'payment_method.token');
}

/** A card or account that the request itself names, what stands for one, or a terminal. */
async function typedSource(
  context: Context,
  config: MerchantConfig,
  input: CreateInput,
): Promise<Opened> {
  const { digest_key } = config;
  const { payment_method: named } = input;
  const [first, ...others] = Object.entries(named).filter(([, value]) => value !== undefined);
  const is_alone = first !== undefined && others.length === 0;
  if (named.terminal && is_alone) {
    return { ...plain_source, input, method: resolveTerminal(config, named.terminal) };
  }
  const opened = is_alone ? await openedToken(context, named) : null;
  // A merchant's requirements for cards apply to a card in a token, too.
  const full = opened ? withToken(input, opened) : input;
  const method = resolveMethod(context, digest_key, full.payment_method);
  if (!opened) return { ...plain_source, input: withFirstUse(full), method };
  const recorded_as = first?.[0] as PaymentSource['recorded_as'];
  const { agreed } = opened;
  return { ...plain_source, input: withFirstUse(full), method, token: opened, recorded_as, agreed };
}
