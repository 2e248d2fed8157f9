// The result of a merge: computed completely before anything is written.
import { refuse } from '../../../../contract/errors.ts';
import { max_addresses } from '../addresses.ts';
import { max_methods } from '../methods/methods.ts';
import type { AddressRow, CustomerRow, MethodRow, WholeCustomer } from '../records.ts';

const longest_notes = 2000;

/** A part of a merged customer; `kept_id` is the one that replaces it, or ''. */
export interface Placed<Row> {
  row: Row;
  kept_id: string;
}

export interface MergePlan {
  methods: Placed<MethodRow>[];
  addresses: Placed<AddressRow>[];
  /** The customer that stays, as it will be. */
  after: WholeCustomer;
}

const union = (one: readonly string[], other: readonly string[]) => [
  ...new Set([...one, ...other]),
];
const newer = (one: Date | null, other: Date | null) =>
  one === null || (other !== null && other > one) ? other : one;

/** Two rows with the same number: the later month, all flags, and facts from either. */
function united(survivor: MethodRow, dropped: MethodRow): MethodRow {
  const [mine, theirs] = [String(survivor.expires_on ?? ''), String(dropped.expires_on ?? '')];
  const { initial_transaction_id, network_transaction_id } =
    survivor.initial_transaction_id === '' ? dropped : survivor;
  return {
    ...survivor,
    expires_on: theirs > mine ? dropped.expires_on : survivor.expires_on,
    flags: union(survivor.flags, dropped.flags),
    processor_id: survivor.processor_id || dropped.processor_id,
    initial_transaction_id,
    network_transaction_id,
    checked_at: newer(survivor.checked_at, dropped.checked_at),
  };
}

/** Each row moves, unless the target already has one with the same content. */
function placed<Row extends { id: string }>(
  mine: readonly Row[],
  theirs: readonly Row[],
  isSame: (one: Row, other: Row) => boolean,
  unite: (survivor: Row, dropped: Row) => Row,
): { rows: Row[]; parts: Placed<Row>[] } {
  const rows = [...mine];
  const parts = theirs.map((row) => {
    const at = rows.findIndex((one) => isSame(one, row));
    const survivor = rows[at];
    if (survivor) rows[at] = unite(survivor, row);
    else rows.push(row);
    return { row, kept_id: survivor?.id ?? '' };
  });
  return { rows, parts };
}

/** The ids that a default of a merged customer has now. */
const keptIdOf = (parts: readonly Placed<{ id: string }>[], id: string) =>
  parts.find(({ row }) => row.id === id)?.kept_id || id;

const first = (texts: readonly string[]) => texts.find((text) => text !== '') ?? '';

function fieldsOf(rows: readonly CustomerRow[]): Record<string, string[]> {
  const filled = rows.map(({ custom_fields }) =>
    Object.fromEntries(Object.entries(custom_fields).filter(([, values]) => values.length > 0)),
  );
  return Object.assign({}, ...filled.reverse());
}

/** Members of the target: its own values where it has them; protective settings of either win. */
function customerOf(rows: readonly CustomerRow[], plan: Omit<MergePlan, 'after'>): CustomerRow {
  const [target] = rows as [CustomerRow];
  const notes = union([], rows.map((row) => row.notes).filter(Boolean)).join('\n');
  if (notes.length > longest_notes) {
    const text = `The notes together are longer than ${longest_notes.toLocaleString('en-US')}`;
    refuse('refused', `${text} characters. Shorten them first.`);
  }
  const do_not_share = rows.some((row) => row.do_not_share);
  const billing = first(rows.map((row) => keptIdOf(plan.addresses, row.billing_address_id)));
  const shipping = first(rows.map((row) => keptIdOf(plan.addresses, row.shipping_address_id)));
  const paying = rows.find((row) => row.payment_method_id !== '') ?? target;
  return {
    ...target,
    description: first(rows.map((row) => row.description)),
    notes,
    flags: rows.reduce<string[]>((all, row) => union(all, row.flags), []),
    processor_id: first(rows.map((row) => row.processor_id)),
    shared: !do_not_share && rows.every((row) => row.shared),
    do_not_share,
    custom_fields: fieldsOf(rows),
    payment_method_id: keptIdOf(plan.methods, paying.payment_method_id),
    payment_method_type: paying.payment_method_type,
    billing_address_id: billing,
    shipping_address_id: shipping,
  };
}

/**
 * What merging the others into `target` does; 400 where the customer would have more methods,
 * addresses or notes than one may have.
 */
export function mergePlan(target: WholeCustomer, others: readonly WholeCustomer[]): MergePlan {
  const methods = placed(
    target.methods,
    others.flatMap((one) => one.methods),
    (one, other) => one.type === other.type && one.digest === other.digest,
    united,
  );
  const addresses = placed(
    target.addresses,
    others.flatMap((one) => one.addresses),
    (one, other) => one.hash === other.hash,
    (survivor) => survivor,
  );
  if (methods.rows.length > max_methods) {
    refuse('refused', `A customer has at most ${max_methods} payment methods.`);
  }
  if (addresses.rows.length > max_addresses) {
    refuse('refused', `A customer has at most ${max_addresses} addresses.`);
  }
  const parts = { methods: methods.parts, addresses: addresses.parts };
  const row = customerOf([target.row, ...others.map((one) => one.row)], parts);
  return { ...parts, after: { row, methods: methods.rows, addresses: addresses.rows } };
}
