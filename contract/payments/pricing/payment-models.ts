// What the data of each payment tab starts from: a tab begins with its empty model (spec 2 §3).

const models = {
  plaid: () => ({ account_id: '', ref_id: '' }),
  card: () => ({ number: '', expiration_date: '', cvc: '' }),
  ach: () => ({
    account_number: '',
    routing_number: '',
    account_type: 'checking',
    sec_code: 'PPD',
  }),
  customer: () => ({
    id: '',
    payment_method: '',
    terminal_id: '',
    billing_address_id: '',
    shipping_address_id: '',
    flags: [] as string[],
  }),
  terminal: () => ({
    id: '',
    manufacturer: '',
    model: '',
    serial_number: '',
    tpn: '',
    description: '',
    status: '',
    auth_key: '',
    register_id: '',
    ebt: '',
    auto_settle: false,
    settle_at: '',
    flags: { ebt_support: false, host_capture: false, allow_add_tip_to_transaction: false },
  }),
  cash: () => ({}),
  mail: () => ({ mail: true }),
  cardReader: () => ({ macAddress: '' }),
  apple_pay_token: () => ({ key_id: '' }),
};

export type PaymentTab = keyof typeof models;
type Model<T extends PaymentTab> = ReturnType<(typeof models)[T]>;

/** A new empty model of a tab's data: nothing of one payment reaches the next. */
export function emptyModel<T extends PaymentTab>(tab: T): Model<T> {
  return models[tab]() as Model<T>;
}
