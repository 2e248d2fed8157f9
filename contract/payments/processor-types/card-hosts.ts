// Card hosts and older gateways whose settings are kept; none of them is driven (rails 4.1).

import type { ProcessorType } from './record.ts';
import {
  boolean,
  classifications,
  configureOnly,
  integer,
  map,
  multiselect,
  needed,
  secret,
  select,
  text,
} from './record.ts';
import { consumer_choice_credentials } from './tsys-sierra.ts';

const mcc = text('mcc', { max: 4, help: 'Merchant category code.' });
const classification = select('classification', classifications);

export const card_hosts: readonly ProcessorType[] = [
  configureOnly({
    key: 'epx',
    label: 'EPX',
    rails: ['card'],
    credentials: [
      needed('customer_number', { max: 16 }),
      needed('merchant_number', { max: 16 }),
      needed('dba_number', { max: 16 }),
      needed('terminal_number', { max: 16 }),
      mcc,
      classification,
      text('soft_descriptor_1', { max: 40 }),
      text('soft_descriptor_2', { max: 40 }),
    ],
  }),
  configureOnly({
    key: 'rapid_connect',
    label: 'First Data Rapid Connect',
    rails: ['card'],
    credentials: [
      needed('merchant_id', { max: 16 }),
      needed('group_id', { max: 16 }),
      needed('terminal_id', { max: 16 }),
      classification,
      text('did', { max: 32, help: 'Datawire id.' }),
      boolean('force_dev', { help: 'Use the test host.' }),
      mcc,
    ],
  }),
  configureOnly({
    key: 'cardpmt',
    label: 'CardPMT',
    rails: ['card'],
    credentials: [needed('username'), secret('password')],
  }),
  configureOnly({
    key: 'boltpay',
    label: 'BoltPay',
    rails: ['card'],
    credentials: [secret('merchant_token'), secret('secret_key')],
  }),
  configureOnly({
    key: 'paymentxp',
    label: 'PaymentXP',
    rails: ['card', 'ach'],
    credentials: [needed('merchant_id'), secret('merchant_key')],
  }),
  configureOnly({
    key: 'paysafe_continuity',
    label: 'Paysafe continuity',
    rails: ['card'],
    credentials: [
      needed('merchant_id'),
      secret('alt_key'),
      classification,
      mcc,
      boolean('tangible'),
      boolean('non_tangible'),
      boolean('free_trial_continuity'),
      boolean('continuity_only'),
      boolean('straight_sale'),
    ],
  }),
  configureOnly({
    key: 'realexpayments',
    label: 'Realex',
    rails: ['card'],
    currencies: ['usd', 'eur', 'gbp'],
    credentials: [needed('merchant_id'), secret('shared_secret'), secret('refund_password')],
  }),
  configureOnly({
    key: 'rapidiq',
    label: 'RapidIQ',
    rails: ['card'],
    credentials: [needed('account'), secret('password')],
  }),
  configureOnly({
    key: 'moneris',
    label: 'Moneris',
    rails: ['card'],
    currencies: ['cad', 'usd'],
    credentials: [needed('store_id'), secret('api_token')],
  }),
  configureOnly({
    key: 'mxmerchant',
    label: 'MX Merchant',
    rails: ['card', 'ach'],
    credentials: [
      needed('consumer_key'),
      secret('consumer_secret'),
      integer('merchant_id', { required: true, min: 1 }),
    ],
  }),
  configureOnly({
    key: 'globalpayuc',
    label: 'Global Payments Unified Commerce',
    rails: ['card'],
    credentials: [needed('app_id'), secret('app_key')],
  }),
  configureOnly({
    key: 'mgiapm',
    label: 'Alternative payment methods',
    rails: ['apm'],
    credentials: [
      needed('contract_id'),
      map('payment_methods', [
        text('display_name'),
        multiselect('supported_currencies'),
        multiselect('supported_countries'),
      ]),
    ],
  }),
  configureOnly({
    key: 'elavon',
    label: 'Elavon',
    rails: ['card'],
    credentials: [
      needed('mid', { max: 16 }),
      needed('tid', { max: 16 }),
      needed('bank_id', { max: 16 }),
      classification,
      text('device_tag'),
      text('merchant_currency', { max: 3, default: 'usd' }),
      mcc,
      boolean('multi_currency_conversion_enabled'),
    ],
  }),
  configureOnly({
    key: 'payon',
    label: 'PAY.ON',
    rails: ['card'],
    credentials: [needed('entityID'), secret('token')],
  }),
  configureOnly({
    key: 'consumer_choice',
    label: 'Consumer Choice',
    rails: ['card'],
    credentials: consumer_choice_credentials,
  }),
];
