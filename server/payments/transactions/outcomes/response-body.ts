// response_body as it is stored and as it is shown: values of columns are not stored a second time.
import type { ResponseBody } from '../../../../contract/payments/transactions/record.ts';
import type { Context } from '../../../context.ts';
import type { TransactionRow } from '../reading/read.ts';

/** Columns that hold a member of the body; a change of one of them stores the body again. */
type BodyColumns = Pick<
  TransactionRow,
  | 'processor_type'
  | 'processor_id'
  | 'card_first_six'
  | 'card_last_four'
  | 'card_funding'
  | 'terminal_id'
  | 'terminal_description'
  | 'detail'
  | 'created_at'
>;

/** The members of a terminal's body before a card was presented. */
export const unread_terminal_card = {
  card_type: '',
  payment_type: '',
  entry_type: '',
  first_four: '',
  last_four: '',
  masked_card: '',
  cardholder_name: '',
  emv_aid: '',
  emv_app_name: '',
  emv_tvr: '',
  emv_tsi: '',
  signature_data: '',
} as const;

/** The body of a method before a processor has answered. */
const unanswered = {
  response: 'pending',
  response_code: 0,
  auth_code: '',
  processor_response_code: '',
  processor_response_text: '',
  processor_specific: null,
};

/** The members of a method's body before the payment is sent. */
export function newMember(context: Context, created_at: Date) {
  const now = created_at.toISOString();
  const id = context.ids.next();
  return { ...unanswered, id, processor_transaction_id: '', created_at: now, updated_at: now };
}

type Member = Record<string, unknown>;

/** Members that are not stored in the body, for the body's one method. */
function impliedMembers(row: BodyColumns, method: keyof ResponseBody): Member {
  const created_at = row.created_at.toISOString();
  const common = {
    ...unanswered,
    id: '',
    processor_transaction_id: row.detail.processor_ref?.transaction_id ?? '',
    processor_type: row.processor_type,
    processor_id: row.processor_id,
    created_at,
    updated_at: created_at,
  };
  if (method === 'card') {
    return {
      ...common,
      card_type: '',
      type: row.card_funding,
      first_six: row.card_first_six,
      last_four: row.card_last_four,
      masked_card: '',
      expiration_date: '',
      bin_type: '',
      entry_type: '',
      cardholder_name: '',
      avs_response_code: '',
      cvv_response_code: '',
    };
  }
  if (method === 'cash') return common;
  if (method === 'terminal') {
    return {
      ...common,
      terminal_id: row.terminal_id,
      terminal_description: row.terminal_description,
      ...unread_terminal_card,
      last_four: row.card_last_four,
    };
  }
  return {
    ...common,
    sec_code: '',
    account_type: '',
    masked_account_number: '',
    routing_number: '',
    check_number: '',
    return_code: '',
  };
}

function eachMethod(body: object, change: (name: keyof ResponseBody, member: Member) => Member) {
  const methods = Object.entries(body) as [keyof ResponseBody, Member][];
  return Object.fromEntries(methods.map(([name, member]) => [name, change(name, member)]));
}

/** The body with all its members (gateway-api 3.6), whether they were all kept or not. */
export function shownBody(row: BodyColumns & Pick<TransactionRow, 'response_body'>): ResponseBody {
  return eachMethod(row.response_body, (name, member) => ({
    ...impliedMembers(row, name),
    ...member,
  })) as ResponseBody;
}

/** The brand of the card that was paid with; '' where none was, or none was presented yet. */
export function brandOf({ response_body }: Pick<TransactionRow, 'response_body'>): string {
  return response_body.card?.card_type ?? response_body.terminal?.card_type ?? '';
}

/** The members to store, given these columns of the row. */
export function storedBody(row: BodyColumns, body: ResponseBody): TransactionRow['response_body'] {
  return eachMethod(body, (name, member) => {
    const implied = impliedMembers(row, name);
    return Object.fromEntries(
      Object.entries(member).filter(([key, value]) => value !== implied[key]),
    );
  }) as TransactionRow['response_body'];
}
