// The chart of accounts: every kind of account, its book, who may own it and what its party names.

export const books = ['payments', 'funds', 'operator'] as const;
export type Book = (typeof books)[number];

export type OwnerType = 'merchant' | 'partner' | 'platform';

export interface Kind {
  readonly book: Book;
  readonly owner_types: readonly OwnerType[];
  /** The side on which screens show the balance as positive. */
  readonly normal_side: 'debit' | 'credit' | 'either';
  /** What the party of an account of this kind is, or `''` where it has none. */
  readonly party: '' | 'processor' | 'odfi' | 'vendor' | 'group';
}

type Side = Kind['normal_side'];
type Party = Kind['party'];

function kind(book: Book, owners: OwnerType[], normal_side: Side, party: Party): Kind {
  return { book, owner_types: owners, normal_side, party };
}

const memo = (side: Side, party: Party) => kind('payments', ['merchant'], side, party);
const funds = (owners: OwnerType[], side: Side, party: Party) => kind('funds', owners, side, party);
const ours = (owners: OwnerType[], side: Side, party: Party) =>
  kind('operator', owners, side, party);

const payers: OwnerType[] = ['merchant', 'partner'];
const everyone: OwnerType[] = ['merchant', 'partner', 'platform'];
const client_side: OwnerType[] = ['merchant', 'platform'];

/** Kinds are never renamed and never removed; the migration holds the same rows for SQL. */
export const chart = {
  processor_receivable: memo('debit', 'processor'),
  settlement_receivable: memo('debit', 'processor'),
  settlement_suspense: memo('either', 'processor'),
  processor_reserve: memo('debit', 'processor'),
  dispute_receivable: memo('debit', 'processor'),
  merchant_bank: memo('debit', 'processor'),
  cash_collected: memo('debit', ''),
  authorization_hold: memo('debit', 'processor'),
  authorization_contra: memo('credit', 'processor'),
  exposure: memo('debit', 'processor'),
  exposure_contra: memo('credit', 'processor'),
  sales: memo('credit', ''),
  tax_collected: memo('credit', ''),
  national_tax_collected: memo('credit', ''),
  shipping_collected: memo('credit', ''),
  duty_collected: memo('credit', ''),
  tip_collected: memo('credit', ''),
  surcharge_collected: memo('credit', ''),
  service_fee_collected: memo('credit', ''),
  discount_given: memo('debit', ''),
  credits_given: memo('debit', ''),
  processor_fees: memo('debit', 'processor'),
  gateway_fees: memo('debit', ''),
  chargeback_losses: memo('debit', 'processor'),
  settlement_differences: memo('either', 'processor'),
  opening_memo: memo('either', ''),

  odfi_cash: funds(client_side, 'debit', 'odfi'),
  odfi_clearing: funds(client_side, 'either', 'odfi'),
  merchant_pending: funds(['merchant'], 'credit', 'processor'),
  merchant_payable: funds(['merchant'], 'credit', 'processor'),
  merchant_reserve: funds(['merchant'], 'credit', 'processor'),
  due_to_operator: funds(client_side, 'either', ''),
  unidentified_funds: funds(['platform'], 'credit', 'odfi'),

  operator_cash: ours(everyone, 'debit', ''),
  payment_clearing: ours(everyone, 'either', ''),
  due_from_funds: ours(client_side, 'either', ''),
  fees_unbilled: ours(payers, 'debit', ''),
  fees_receivable: ours(payers, 'debit', ''),
  account_credit: ours(payers, 'credit', ''),
  fee_revenue: ours(payers, 'credit', 'group'),
  fee_adjustments: ours(payers, 'debit', 'group'),
  bad_debt: ours(payers, 'debit', ''),
  commission_expense: ours(['partner'], 'debit', 'group'),
  commission_pending: ours(['partner'], 'credit', ''),
  commission_payable: ours(['partner'], 'credit', ''),
  third_party_cost: ours(['platform'], 'debit', 'vendor'),
  vendor_payable: ours(['platform'], 'credit', 'vendor'),
  rounding: ours(everyone, 'either', ''),
  opening_equity: ours(everyone, 'either', ''),
} as const satisfies Record<string, Kind>;

export type AccountKind = keyof typeof chart;

/** The kind's row of the chart, or undefined for a name that is no kind. */
export function kindOf(name: string): Kind | undefined {
  return Object.hasOwn(chart, name) ? chart[name as AccountKind] : undefined;
}
