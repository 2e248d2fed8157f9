// Payments of Apple Pay: a page's session with Apple, and what the payer authorized there
// (gateway-api 13.2, rails 11.1).
import { sql } from 'kysely';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, notFound, refuse } from '../../../contract/errors.ts';
import type { wallet_pages } from '../../../contract/payments/wallets/wallet-pages.ts';
import type { ApplePaymentData } from '../../../contract/payments/wallets/wallet-tokens.ts';
import { asSystem, type Context, nobody } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { corsHeaders } from '../../http/cors.ts';
import { spendBudget } from '../../http/overload/rate-limits.ts';
import { type Handlers, RawAnswer } from '../../http/serve.ts';
import { digestKey } from '../../keys/data-keys.ts';
import { resolveMethod } from '../../vault/resolve.ts';
import { makeToken, recordWalletToken, temporary_token } from '../../vault/tokens/payment-token.ts';
import { openAppleToken } from '../../vault/wallets/apple-token.ts';
import type { WalletCard } from '../../vault/wallets/network-token.ts';
import { appleRoots, isSessionUrl, labAuthority, limits } from './apple-hosts.ts';
import { openKey, openKeyText } from './registration-keys.ts';
import { certificatesOf, type RegistrationRow, validCertificate } from './registration-rows.ts';
import { addressOf, cardOfWallet, walletAnswer } from './wallet-card.ts';

/** A registration of a merchant that may take payments; the same 404 for everything else. */
async function registrationOfPage(context: Context, id: string): Promise<RegistrationRow> {
  const found = await connect(asSystem(context))
    .selectFrom('apple_pay_registration as registration')
    .innerJoin('account', 'account.id', 'registration.merchant_id')
    .selectAll('registration')
    .where('registration.id', '=', id)
    .where('account.status', '=', 'active')
    .executeTakeFirst();
  if (found) return found;
  // Who guesses at ids pays for it out of a budget of the address.
  spendBudget(context, 'refused');
  return notFound();
}

/** The request as made by a page of the merchant: whose numbers it may hand over, nothing else. */
function asPageOf(context: Context, merchant_id: string): Context {
  const actor = { ...nobody, kind: 'public_key', account_type: 'merchant' } as const;
  if (context.origin) Object.assign(context.answer_headers, corsHeaders(context.origin));
  return { ...context, actor: { ...actor, account_id: merchant_id } };
}

function checkMerchantId(registration: RegistrationRow, merchant_id: string | undefined): void {
  if (merchant_id && merchant_id !== registration.apple_pay_merchant_id)
    invalid('Apple Merchant ID');
}

/** Opens what Apple encrypted for a registration; 400 names the field where that cannot be. */
export async function openApplePayment(
  context: Context,
  { id, merchant_id, apple_pay_merchant_id }: RegistrationRow,
  token: ApplePaymentData,
  field: string,
): Promise<WalletCard> {
  const now = context.clock.now();
  const rows = await certificatesOf(context, merchant_id, [id]);
  const usable = rows.filter(
    ({ kind, expires_at }) => kind === 'processing' && expires_at !== null && expires_at > now,
  );
  const keys = await Promise.all(
    usable.map(async (row) => ({
      apple_pay_merchant_id,
      public_key_hash: row.public_key_hash,
      private_key: await openKey(context, row),
    })),
  );
  return await walletAnswer('Apple Pay', field, async () =>
    openAppleToken(token, keys, await appleRoots(context), now),
  );
}

type SessionInput = InputOf<typeof wallet_pages.validateMerchant>;

/** Who a page is to Apple: the certificate it shows, whom it trusts there. */
async function identityOf(context: Context, registration: RegistrationRow) {
  const rows = await certificatesOf(context, registration.merchant_id, [registration.id]);
  const row = validCertificate(rows, 'identity', context.clock.now());
  if (!row) refuse('refused', 'Apple Pay is not ready: its merchant certificate is not in use.');
  return { cert: row.certificate, key: await openKeyText(context, row) };
}

/** Apple's merchant session, byte for byte. */
async function validateMerchant(calling: Context, _params: unknown, input: SessionInput) {
  const registration = await registrationOfPage(calling, input.PKeyCompany);
  const context = asPageOf(calling, registration.merchant_id);
  checkMerchantId(registration, input.AppleMerchantId);
  const domain = (input.DomainName ?? input.domainName ?? '').toLowerCase();
  if (domain !== registration.domain_name) invalid('Domain Name');
  const lab = await labAuthority(context);
  const is_lab = lab?.session_url === input.ValidationUrl;
  if (!is_lab && !isSessionUrl(context, input.ValidationUrl)) invalid('Validation URL');
  const identity = await identityOf(context, registration);
  const answer = await context.egress.exchange({
    url: input.ValidationUrl,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      merchantIdentifier: registration.apple_pay_merchant_id,
      displayName: registration.display_name,
      initiative: 'web',
      initiativeContext: registration.domain_name,
    }),
    tls: { ...identity, ...(is_lab && { ca: lab.root }) },
    public_only: !is_lab,
    ...limits,
  });
  if (answer.kind !== 'answered') {
    refuse('unavailable', 'Apple is not responding. Try again.');
  }
  if (answer.status !== 200) {
    refuse('refused', 'Apple did not accept this merchant. Check its certificates and its domain.');
  }
  return new RawAnswer(answer.body);
}

/** AVS asks for the address that the payer's wallet states. */
async function paymentAuthorized(
  calling: Context,
  _params: unknown,
  input: InputOf<typeof wallet_pages.paymentAuthorized>,
) {
  const registration = await registrationOfPage(calling, input.PKeyCompany);
  const context = asPageOf(calling, registration.merchant_id);
  checkMerchantId(registration, input.AppleMerchantId);
  const field = 'ApplePayPayment.token';
  const { token, billingContact } = input.ApplePayPayment;
  const card = await openApplePayment(context, registration, token.paymentData, field);
  const { method, agreed } = cardOfWallet(card);
  const key = await digestKey(context, registration.merchant_id);
  const resolved = resolveMethod(context, key, { ...method });
  if ('sensitive' in resolved) resolved.sensitive.wipe();
  const content = { method, agreed, billing_address: addressOf(billingContact) };
  const instead_of = await recordWalletToken(context, card, field);
  const made = await makeToken(context, 'card', content, { kind: temporary_token, instead_of });
  return new RawAnswer(JSON.stringify(made.token));
}

export const walletPageHandlers: Handlers<typeof wallet_pages> = {
  validateMerchant,
  paymentAuthorized,
};

/** What a host serves for Apple to check it by; null where no registration has a file for it. */
export async function domainFile(context: Context, host: string): Promise<string | null> {
  const { rows } = await sql<{ domain_file: string }>`select r.domain_file
    from apple_pay_domain d join apple_pay_registration r on r.id = d.registration_id
    where d.domain_name = ${host.toLowerCase()}`.execute(connect(asSystem(context)));
  return rows[0]?.domain_file ?? null;
}
