// The names people know fraud rules by (spec 2 §3).
import { sentenceCase } from '../../../kit/format/sentence.ts';

const labels: Readonly<Record<string, string>> = {
  group: 'Rule group',
  amount: 'Amount',
  account_velocity_check_1hour: 'Payments per account in 1 hour',
  account_velocity_check_24hours: 'Payments per account in 24 hours',
  account_velocity_check_72hours: 'Payments per account in 72 hours',
  account_velocity_check_30days: 'Payments per account in 30 days',
  ip_velocity_check_1hour: 'Payments per IP address in 1 hour',
  ip_velocity_check_24hours: 'Payments per IP address in 24 hours',
  ip_velocity_check_72hours: 'Payments per IP address in 72 hours',
  velocity_check_1hour: 'Payments in 1 hour',
  velocity_check_24hours: 'Payments in 24 hours',
  velocity_check_72hours: 'Payments in 72 hours',
  address_match: 'Billing and shipping address',
  bin_range: 'BIN range',
  bin_watch_list: 'BIN watch list',
  bin_velocity_check: 'Payments per BIN',
  bin_generic_level: 'Card level',
  card_type: 'Card type',
  card_brand: 'Card brand',
  card_ban: 'Banned card',
  require_cvv_on_card_payment_method: 'Security code required',
  require_vault_create_on_card_payment_method: 'Saved customer required',
  require_3d_secure: '3-D Secure required',
  failed_3d_secure: 'Failed 3-D Secure',
  ip_address: 'IP address',
  ip_proxy: 'Proxy or VPN',
  ip_country: 'Country of the IP address',
  ip_anomaly_1hour: 'Unusual number of IP addresses',
  email_anomaly_1hour: 'Unusual number of emails',
  email_domain: 'Email domain',
  email_address: 'Email address',
  country: 'Country',
  billing_state: 'Billing state',
  billing_state_card_only: 'Billing state (cards only)',
  category2_card_decline: 'Earlier decline, category 2',
  category3_card_decline: 'Earlier decline, category 3',
  category4_card_decline: 'Earlier decline, category 4',
  closed_contact: 'Closed account',
  fraud_score: 'Fraud score',
  weekly_velocity_per_card: 'Payments per card in a week',
  transaction_frequency: 'Payment frequency',
  payment_method_frequency: 'Payment method frequency',
  device_frequency: 'Device frequency',
  guardian_action: 'Guardian',
  decline_ratio_15min: 'Decline rate in 15 minutes',
  botdetected: 'Bot detected',
  cvv_response: 'Security code check',
  avs_response: 'Address check',
  post_category1_ban: 'Ban after a category 1 decline',
  post_category_card_decline: 'Ban after a decline',
  post_3ds_remove_ban: 'Ban removed by 3-D Secure',
};

/** A rule without a name of its own is spelled as it is stored. */
export function ruleLabel(rule: string): string {
  return labels[rule] ?? sentenceCase(rule);
}

/** `amount`, `IP address`: the label within a sentence. */
export function ruleNoun(rule: string): string {
  const label = ruleLabel(rule);
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}
