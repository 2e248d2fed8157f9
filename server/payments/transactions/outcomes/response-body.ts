// response_body as it is kept and as it is shown: what a column says already is not kept again.
import type { ResponseBody } from '../../../../contract/payments/transactions/record.ts';
import type { TransactionRow } from '../reading/read.ts';

/** Columns that say a member of the body; none of them changes without the body being kept anew. */
type Sayers = Pick<
  TransactionRow,
  | 'processor_type'
  | 'processor_id'
  | 'card_first_six'
  | 'card_last_four'
  | 'card_funding'
  | 'detail'
  | 'created_at'
>;

type Member = Record<string, unknown>;

/** What members say that are not kept, of a body's one method. */
function unsaid(row: Sayers, method: keyof ResponseBody): Member {
  const created_at = row.created_at.toISOString();
  const common = {
    id: '',
    response: 'pending',
    response_code: 0,
    auth_code: '',
    processor_response_code: '',
    processor_response_text: '',
    processor_transaction_id: row.detail.processor_ref?.transaction_id ?? '',
    processor_type: row.processor_type,
    processor_id: row.processor_id,
    processor_specific: null,
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
export function shownBody(row: Sayers & Pick<TransactionRow, 'response_body'>): ResponseBody {
  return eachMethod(row.response_body, (name, member) => ({
    ...unsaid(row, name),
    ...member,
  })) as ResponseBody;
}

/** What has to be kept of a body beside these columns of its row. */
export function keptBody(row: Sayers, body: ResponseBody): TransactionRow['response_body'] {
  return eachMethod(body, (name, member) => {
    const said = unsaid(row, name);
    return Object.fromEntries(Object.entries(member).filter(([key, value]) => value !== said[key]));
  }) as TransactionRow['response_body'];
}
