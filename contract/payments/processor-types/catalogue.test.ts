// The forty processor types against the facts they were declared from.
import { describe, expect, it } from 'vitest';
import {
  can,
  paymentMethodsOf,
  processor_types,
  processorType,
  takesPayments,
} from './catalogue.ts';

// key | label | rails | fields: secrets marked *, other kinds than text as name:kind
const facts = `
tsys_sierra | TSYS Sierra | card | bin, mid, mvv, mcc, agent_bank_number, agent_chain_number,
  store_number, terminal_number, terminal_identification_number, industry_code, currency_code,
  country_code, city_code, language_indicator, timezone:timezone, merchant_name,
  merchant_location, merchant_state, merchant_location_number, classification:select,
  acceptor_*, application_id, developer_id
sage_ach | Sage ACH | ach | terminals:map
house_ach | House ACH | ach | terminals:map, odfi_profile
achnow | ACH Now | ach | username, password*, enable_verification:boolean
achcom | ACH.com | ach | token*, nachaid
epx | EPX | card | customer_number, merchant_number, dba_number, terminal_number, mcc,
  classification:select, soft_descriptor_1, soft_descriptor_2
rapid_connect | First Data Rapid Connect | card | merchant_id, group_id, terminal_id,
  classification:select, did, force_dev:boolean, mcc
cardpmt | CardPMT | card | username, password*
nmi | NMI | card, ach | username, password*, security_key*
vantiv | Worldpay cnpAPI | card, ach | merchant_id, report_group, user, password*
boltpay | BoltPay | card | merchant_token*, secret_key*
paymentxp | PaymentXP | card, ach | merchant_id, merchant_key*
paysafe_continuity | Paysafe continuity | card | merchant_id, alt_key*, classification:select,
  mcc, tangible:boolean, non_tangible:boolean, free_trial_continuity:boolean,
  continuity_only:boolean, straight_sale:boolean
realexpayments | Realex | card | merchant_id, shared_secret*, refund_password*
rapidiq | RapidIQ | card | account, password*
moneris | Moneris | card | store_id, api_token*
mxmerchant | MX Merchant | card, ach | consumer_key, consumer_secret*, merchant_id:integer
globalpayuc | Global Payments Unified Commerce | card | app_id, app_key*
mgiapm | Alternative payment methods | apm | contract_id, payment_methods:map
pending | Pending | card, ach, cash, apm |
elavon | Elavon | card | mid, tid, bank_id, classification:select, device_tag,
  merchant_currency, mcc, multi_currency_conversion_enabled:boolean
cash | Cash | cash |
payon | PAY.ON | card | entityID, token*
consumer_choice | Consumer Choice | card | bin, mid, mvv, mcc, agent_bank_number,
  agent_chain_number, store_number, terminal_number, terminal_identification_number,
  industry_code, currency_code, country_code, city_code, language_indicator, timezone:timezone,
  merchant_name, merchant_location, merchant_state, merchant_location_number,
  classification:select, acceptor_*, application_id, developer_id, username, password*,
  client_id
authorizenet | Authorize.Net | card, ach | name, transaction_key*, signature_key*
cardpointe | CardPointe | card, ach | site, merchant_id, username, password*, backend:select,
  ach_merchant_id
portico | Heartland Portico | card, ach, debit, ebt | secret_api_key*, developer_id,
  version_number, site_id, license_id, device_id
stripe | Stripe | card, ach | api_key*, webhook_secret*
tsys_transit | TSYS TransIT | card | device_id, transaction_key*, developer_id
adyen | Adyen | card | api_key*, merchant_account, hmac_key*, live_prefix
braintree | Braintree | card, ach | merchant_id, public_key, private_key*, merchant_account_id
checkoutcom | Checkout.com | card | secret_key*, processing_channel_id
cybersource | CyberSource | card, ach | merchant_id, key_id, shared_secret*
finix | Finix | card, ach | username, password*, merchant_identity_id, merchant_id
converge | Elavon Converge | card, ach | ssl_merchant_id, ssl_user_id, ssl_pin*
commerce_hub | Fiserv Commerce Hub | card, ach | api_key, api_secret*, merchant_id, terminal_id
forte | Forte | card, ach | api_access_id, api_secret_key*, organization_id, location_id
paysafe | Paysafe | card, ach | username, password*, account_ids:map
shift4 | Shift4 | card | api_key*
payload | Payload | card, ach | api_key*, processing_account_id
`;

const rows = facts
  .trim()
  .replaceAll('\n  ', ' ')
  .split('\n')
  .map((line) => {
    const [key = '', label = '', rails = '', fields = ''] = line
      .split('|')
      .map((each) => each.trim());
    const list = (text: string) => (text === '' ? [] : text.split(/\s*,\s*/));
    return { key, label, rails: list(rails), fields: list(fields) };
  });

/** A record's fields written the way the facts are. */
function written(key: string): string[] {
  const names = (processorType(key)?.credentials ?? []).map((field) => {
    if (field.name.startsWith('acceptor_')) return 'acceptor_*';
    if (field.secret) return `${field.name}*`;
    return field.kind === 'text' ? field.name : `${field.name}:${field.kind}`;
  });
  return names.filter((name, index) => name !== names[index - 1]);
}

describe('the processor types', () => {
  it('are forty, each declared once', () => {
    expect(rows).toHaveLength(40);
    const keys = processor_types.map((type) => type.key);
    expect([...keys].sort()).toEqual(rows.map((row) => row.key).sort());
    expect(new Set(keys).size).toBe(40);
    expect(processorType('nobody')).toBeNull();
  });

  it.each(rows)('$key has its label, rails, fields, kinds and secret marks', (row) => {
    const type = processorType(row.key);
    expect(type?.label).toBe(row.label);
    expect(type?.rails).toEqual(row.rails);
    expect(written(row.key)).toEqual(row.fields);
    expect(type?.description).toMatch(/\.$/);
  });

  it.each(['sage_ach', 'house_ach'])('%s keeps a map of terminals', (key) => {
    const item = processorType(key)?.credentials[0]?.item ?? [];
    expect(item.map((field) => [field.name, field.kind])).toEqual([
      ['sec_code', 'select'],
      ['type', 'text'],
      ['dl_required', 'boolean'],
      ['id_required', 'boolean'],
      ['check_verification', 'boolean'],
      ['is_gateway_terminal', 'boolean'],
      ['allow_credits', 'boolean'],
      ['check_limit', 'money'],
    ]);
  });

  it('mgiapm keeps a map of payment methods', () => {
    const item = processorType('mgiapm')?.credentials[1]?.item ?? [];
    expect(item.map((field) => field.name)).toEqual([
      'display_name',
      'supported_currencies',
      'supported_countries',
    ]);
  });
});

describe('their capabilities', () => {
  it('allow payments only where a driver is: four in sandbox, two in production', () => {
    const taking = (environment: 'sandbox' | 'production') =>
      processor_types.filter((type) => takesPayments(type, environment)).map((type) => type.key);
    expect(taking('sandbox')).toEqual(['tsys_sierra', 'house_ach', 'cash', 'pending']);
    expect(taking('production')).toEqual(['cash', 'pending']);
  });

  it('name operations exactly where payments are taken anywhere', () => {
    for (const type of processor_types) {
      expect(type.capabilities.ops.length > 0).toBe(type.environments.length > 0);
      const configured = type.availability === 'configure_only' && type.sandbox_transport !== 'lab';
      expect(type.environments.length === 0).toBe(configured);
    }
  });

  it('of tsys_sierra are what the lab speaks, closing batches included', () => {
    const type = processorType('tsys_sierra');
    if (type === null) throw new Error('missing');
    const ops = ['sale', 'authorize', 'capture', 'void', 'refund', 'credit', 'verify'] as const;
    const more = ['adjust_tip', 'inquire', 'reverse', 'close_batch', 'test_credentials'] as const;
    expect([...ops, ...more].every((operation) => can(type, operation))).toBe(true);
    expect(type.capabilities.ops).toHaveLength(12);
    expect(type.settlement.model).toBe('gateway_batch');
    expect(type.availability).toBe('configure_only');
  });

  it('answer the methods a payment can name', () => {
    const of = (key: string) => paymentMethodsOf(processorType(key) as never);
    expect(of('portico')).toEqual(['card', 'ach']);
    expect(of('cash')).toEqual(['cash']);
  });
});
