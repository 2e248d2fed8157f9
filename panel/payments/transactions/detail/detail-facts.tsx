// Facts of a payment: how it was paid, who took it, what the processor said, its dates and ids.
import { Link } from 'react-router';
import type { AccountType } from '../../../../contract/access/access.ts';
import { subjectOf, whyNotAllowed } from '../../../../contract/access/allowed.ts';
import { may } from '../../../../contract/access/may.ts';
import { sessions } from '../../../../contract/identity/sessions.ts';
import { formatMoney, formatPercent } from '../../../../contract/money.ts';
import type { DeviceDataRecord } from '../../../../contract/payments/device-data.ts';
import { responseText } from '../../../../contract/payments/response-codes.ts';
import { settlement } from '../../../../contract/payments/settlement.ts';
import { cardBody, entryOf } from '../../../../contract/payments/transactions/method-body.ts';
import type { TransactionDetail } from '../../../../contract/payments/transactions/record.ts';
import { source_labels } from '../../../../contract/payments/transactions/states.ts';
import { useRecord } from '../../../hooks.ts';
import { Moment } from '../../../kit/format/moment.tsx';
import { RecordId } from '../../../kit/format/record-id.tsx';
import { sentenceCase } from '../../../kit/format/sentence.ts';
import { type Fact, Facts } from '../../../kit/parts/facts.tsx';
import { Section } from '../../../kit/parts/section.tsx';
import { methodSentence, type_labels } from '../../labels.ts';
import { transactionsIn } from '../../settlement/batches.ts';
import styles from './detail.module.css';

type T = TransactionDetail;

const feature_texts: Readonly<Record<string, string>> = {
  '3ds': '3-D Secure',
  avs: 'address check',
  card_on_file: 'card on file',
  cash_discount: 'cash discount',
  cvv: 'security code check',
  dual_pricing: 'dual pricing',
  surcharge: 'surcharge',
};

function idOf(id: string, label: string) {
  return id !== '' && <RecordId id={id} label={label} />;
}

/** `1.500%` or `$2.00`: a fee as the request stated it. */
function requestedFee({
  payment_adj_type: type,
  payment_adj_value: value = 0,
  currency,
}: T): string {
  if (type === undefined) return '';
  return type === 'flat' ? formatMoney(value, currency) : formatPercent(value);
}

/** What the payer wrote on the terminal. */
function Signature({ data }: { data: string }) {
  if (data === '') return null;
  return <img className={styles.signature} src={`data:image/png;base64,${data}`} alt="Signature" />;
}

/** What the bank link says of the account. */
function validatedText(mask: string): string {
  return `Account${mask === '' ? '' : ` •••• ${mask}`} validated by the bank`;
}

/** What was paid with, and whose it is. */
function methodFacts(t: T): Fact[] {
  const { card, ach, terminal } = t.response_body;
  const expires = card?.expiration_date ? `, expires ${card.expiration_date}` : '';
  return [
    { label: 'Method', value: `${methodSentence(t)}${expires}` },
    { label: 'Cardholder', value: cardBody(t.response_body)?.cardholder_name },
    { label: 'Terminal', value: terminal && idOf(terminal.terminal_id, 'Terminal ID') },
    { label: 'Signature', value: terminal && <Signature data={terminal.signature_data} /> },
    { label: 'Bank link', value: t.bank_link && validatedText(t.bank_link.mask) },
    { label: 'Routing number', value: ach?.routing_number },
    { label: 'Check number', value: ach?.check_number },
    { label: 'Return code', value: ach?.return_code },
  ];
}

const device_verdicts: Record<DeviceDataRecord['verdict'], string> = {
  verified: 'Verified',
  expired: 'Not verified: the session had expired',
  altered: 'Not verified: the data was changed',
  unknown_session: 'Not verified: unknown session',
};

/** What the payer's browser said of itself. */
function deviceFacts({ device_data: device }: T): Fact[] {
  if (!device) return [];
  const { utm_source, utm_medium, utm_campaign, utm_term, utm_content } = device;
  const campaign = [utm_source, utm_medium, utm_campaign, utm_term, utm_content];
  return [
    { label: 'Device data', value: device_verdicts[device.verdict] },
    { label: 'Device ID', value: idOf(device.fingerprint, 'Device ID') },
    { label: 'Page', value: device.location },
    { label: 'Referrer', value: device.referrer },
    { label: 'Screen', value: device.screen_size },
    { label: 'Window', value: device.window_size },
    { label: 'Campaign', value: campaign.filter(Boolean).join(', ') },
  ];
}

/** What few ask for: how it came in, and who proved what. */
function rareFacts(t: T): Fact[] {
  const { card, ach, terminal } = t.response_body;
  const features = t.features.map((one) => feature_texts[one] ?? one);
  const licence = [t.drivers_license, t.drivers_license_state].filter(Boolean);
  return [
    { label: 'Type', value: type_labels[t.type] },
    { label: 'Source', value: sentenceCase(source_labels[t.transaction_source]) },
    { label: 'User', value: t.user_name },
    { label: 'Requested fee', value: requestedFee(t) },
    { label: 'IP address', value: t.ip_address },
    ...deviceFacts(t),
    { label: 'Idempotency key', value: idOf(t.idempotency_key, 'Idempotency key') },
    { label: 'Card level', value: sentenceCase((card?.bin_type ?? '').toLowerCase()) },
    { label: 'CC digest', value: t.cc_digest && <RecordId id={t.cc_digest} label="CC digest" /> },
    { label: 'Vendor ID', value: t.vendor_id },
    { label: 'Entry', value: sentenceCase(entryOf(t.response_body)) },
    { label: 'Chip application', value: terminal?.emv_app_name },
    { label: 'AID', value: terminal?.emv_aid },
    { label: 'TVR', value: terminal?.emv_tvr },
    { label: 'TSI', value: terminal?.emv_tsi },
    { label: 'SEC code', value: ach?.sec_code.toUpperCase() },
    { label: "Driver's license", value: licence.join(', ') },
    { label: 'SSN last four', value: t.social_security_number_last_4 },
    { label: 'Date of birth', value: t.date_of_birth },
    { label: 'Features', value: sentenceCase(features.join(', ')) },
  ];
}

/** The batch by the number that its processor gave it, as the list of batches names it. */
function BatchOf({ t, area }: { t: T; area: AccountType }) {
  const { settlement_batch_id: id, settled_at } = t;
  const input = { settlement_batch_id: { operator: '=', value: id } as const, limit: 1 };
  const { data: viewer } = useRecord(sessions.get, {}, { stale_ms: 60_000 });
  const may_see = viewer && whyNotAllowed(may.see_settlements, subjectOf(viewer)) === '';
  const read = useRecord(settlement.search, { input }, { quiet: true, enabled: may_see === true });
  const number = read.data?.results.find((one) => one.id === id)?.reference;
  return (
    <>
      {number} {idOf(id, 'Settlement Batch ID')}{' '}
      {settled_at !== null && (
        <Link to={transactionsIn(area, { id, batch_date: settled_at })}>
          Transactions in this batch
        </Link>
      )}
    </>
  );
}

/** Who answered, in which words, under which names of its own. */
function processorFacts(t: T): Fact[] {
  const body = cardBody(t.response_body) ?? t.response_body.ach;
  return [
    { label: 'Processor', value: t.processor_name },
    { label: 'Response', value: `${t.response_code}, ${responseText(t.response_code)}` },
    { label: 'Auth code', value: body?.auth_code },
    {
      label: 'Processor’s ID',
      value: idOf(body?.processor_transaction_id ?? '', 'Processor’s ID'),
    },
  ];
}

function dateFacts(t: T): Fact[] {
  return [
    { label: 'Created', value: <Moment at={t.created_at} /> },
    { label: 'Captured', value: t.captured_at && <Moment at={t.captured_at} /> },
    { label: 'Settled', value: t.settled_at && <Moment at={t.settled_at} /> },
    { label: 'Last change', value: <Moment at={t.updated_at} /> },
  ];
}

/** Where it is too long for a line it breaks at its sign, not within a word. */
function Email({ of }: { of: string }) {
  const at = of.lastIndexOf('@');
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
}

/** What is looked up in most calls of a payer or a merchant. */
function mainFacts(t: T, area: AccountType): Fact[] {
  const merchant = area !== 'merchant' && (
    <Link to={`/${area}/merchants/update/${t.merchant_id}`}>{t.merchant_name}</Link>
  );
  return [
    { label: 'Merchant', value: merchant },
    { label: 'Transaction ID', value: idOf(t.id, 'Transaction ID') },
    ...methodFacts(t),
    { label: 'Order ID', value: t.order_id },
    { label: 'PO number', value: t.po_number },
    { label: 'Description', value: t.description },
    { label: 'Customer ID', value: idOf(t.customer_id, 'Customer ID') },
    { label: 'Subscription ID', value: idOf(t.subscription_id, 'Subscription ID') },
    { label: 'Email', value: t.email_address !== '' && <Email of={t.email_address} /> },
    { label: 'Batch', value: t.settlement_batch_id !== '' && <BatchOf t={t} area={area} /> },
  ];
}

export function PaymentFacts({ transaction: t, area }: { transaction: T; area: AccountType }) {
  return (
    <Section title="Facts">
      <Facts facts={mainFacts(t, area)} />
      <details className={styles.moreFacts}>
        <summary>More facts</summary>
        <Facts facts={[...rareFacts(t), ...processorFacts(t), ...dateFacts(t)]} />
      </details>
    </Section>
  );
}
