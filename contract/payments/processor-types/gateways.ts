// Public gateways and processors whose settings are kept until their drivers come (rails 3, 4.1).

import type { ProcessorType } from './record.ts';
import { configureOnly, map, needed, secret, select, text } from './record.ts';

const backends = ['FNOR', 'RPCT', 'PPS'] as const;
const password = secret('password');
const optional = { required: false } as const;

export const gateways: readonly ProcessorType[] = [
  configureOnly({
    key: 'nmi',
    label: 'NMI',
    rails: ['card', 'ach'],
    credentials: [text('username'), secret('password', optional), secret('security_key', optional)],
    credential_sets: [['username', 'password'], ['security_key']],
  }),
  configureOnly({
    key: 'vantiv',
    label: 'Worldpay cnpAPI',
    rails: ['card', 'ach'],
    credentials: [
      needed('merchant_id'),
      needed('report_group'),
      text('user'),
      secret('password', optional),
    ],
  }),
  configureOnly({
    key: 'authorizenet',
    label: 'Authorize.Net',
    rails: ['card', 'ach'],
    credentials: [
      needed('name', { max: 25, help: 'API login id.' }),
      secret('transaction_key'),
      secret('signature_key', { ...optional, help: 'Checks the webhooks of the processor.' }),
    ],
  }),
  configureOnly({
    key: 'cardpointe',
    label: 'CardPointe',
    rails: ['card', 'ach'],
    credentials: [
      needed('site'),
      needed('merchant_id', { max: 16 }),
      needed('username'),
      password,
      select('backend', backends),
      text('ach_merchant_id', { max: 16 }),
    ],
  }),
  configureOnly({
    key: 'portico',
    label: 'Heartland Portico',
    rails: ['card', 'ach', 'debit', 'ebt'],
    credentials: [
      secret('secret_api_key'),
      text('developer_id', { max: 10 }),
      text('version_number', { max: 10 }),
      text('site_id', { max: 16 }),
      text('license_id', { max: 16 }),
      text('device_id', { max: 16 }),
    ],
  }),
  configureOnly({
    key: 'stripe',
    label: 'Stripe',
    rails: ['card', 'ach'],
    credentials: [secret('api_key'), secret('webhook_secret', optional)],
  }),
  configureOnly({
    key: 'tsys_transit',
    label: 'TSYS TransIT',
    rails: ['card'],
    credentials: [needed('device_id'), secret('transaction_key'), needed('developer_id')],
  }),
  configureOnly({
    key: 'adyen',
    label: 'Adyen',
    rails: ['card'],
    credentials: [
      secret('api_key'),
      needed('merchant_account'),
      secret('hmac_key', optional),
      text('live_prefix', { max: 128 }),
    ],
  }),
  configureOnly({
    key: 'braintree',
    label: 'Braintree',
    rails: ['card', 'ach'],
    credentials: [
      needed('merchant_id'),
      needed('public_key'),
      secret('private_key'),
      text('merchant_account_id'),
    ],
  }),
  configureOnly({
    key: 'checkoutcom',
    label: 'Checkout.com',
    rails: ['card'],
    credentials: [secret('secret_key'), text('processing_channel_id')],
  }),
  configureOnly({
    key: 'cybersource',
    label: 'CyberSource',
    rails: ['card', 'ach'],
    credentials: [needed('merchant_id'), needed('key_id'), secret('shared_secret')],
  }),
  configureOnly({
    key: 'finix',
    label: 'Finix',
    rails: ['card', 'ach'],
    credentials: [
      needed('username'),
      password,
      needed('merchant_identity_id'),
      text('merchant_id'),
    ],
  }),
  configureOnly({
    key: 'converge',
    label: 'Elavon Converge',
    rails: ['card', 'ach'],
    credentials: [needed('ssl_merchant_id'), needed('ssl_user_id'), secret('ssl_pin')],
  }),
  configureOnly({
    key: 'commerce_hub',
    label: 'Fiserv Commerce Hub',
    rails: ['card', 'ach'],
    credentials: [
      needed('api_key'),
      secret('api_secret'),
      needed('merchant_id'),
      text('terminal_id', { max: 16 }),
    ],
  }),
  configureOnly({
    key: 'forte',
    label: 'Forte',
    rails: ['card', 'ach'],
    credentials: [
      needed('api_access_id'),
      secret('api_secret_key'),
      needed('organization_id'),
      needed('location_id'),
    ],
  }),
  configureOnly({
    key: 'paysafe',
    label: 'Paysafe',
    rails: ['card', 'ach'],
    credentials: [
      needed('username'),
      password,
      map('account_ids', [needed('account_id')], { help: 'The account of each currency code.' }),
    ],
  }),
  configureOnly({
    key: 'shift4',
    label: 'Shift4',
    rails: ['card'],
    credentials: [secret('api_key')],
  }),
  configureOnly({
    key: 'payload',
    label: 'Payload',
    rails: ['card', 'ach'],
    credentials: [secret('api_key'), text('processing_account_id')],
  }),
];
