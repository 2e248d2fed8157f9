// Accepting the terms of service: noted of the user, and of the merchant the user works for.
import type { InputOf } from '../../contract/endpoint.ts';
import { refuse } from '../../contract/errors.ts';
import type { terms_acceptance } from '../../contract/identity/password-reset.ts';
import type { Context } from '../context.ts';
import { inTransaction, type Tx } from '../db/database.ts';
import type { Handlers } from '../http/serve.ts';
import { terms, writeAcceptance } from '../identity/passwords/password-reset.ts';
import { invalidateCredentials } from '../identity/sessions/credential-cache.ts';

/** The merchant's record says who accepted for it last (gateway-api 17). */
async function noteMerchant(tx: Tx, { actor }: Context, accepted_at: Date): Promise<void> {
  if (actor.account_type !== 'merchant') return;
  await tx
    .updateTable('merchant')
    .set({
      tos_accepted_by: actor.user_id,
      tos_accepted_by_username: actor.username,
      tos_last_accepted_at: accepted_at,
    })
    .where('merchant_id', '=', actor.account_id)
    .execute();
}

async function acceptTerms(
  context: Context,
  _params: unknown,
  input: InputOf<typeof terms_acceptance.acceptTerms>,
): Promise<void> {
  if (!input.accept) refuse('invalid', 'bad request error: invalid Accept');
  const { version } = await terms(context);
  const accepted_at = context.clock.now();
  await inTransaction(context, context.actor.account_id, async (tx) => {
    await writeAcceptance(tx, context, version, accepted_at);
    await noteMerchant(tx, context, accepted_at);
  });
  invalidateCredentials(context);
}

export const termsHandlers: Handlers<typeof terms_acceptance> = { acceptTerms };
