// Saved methods that come as a one-time token of the tokenizer (gateway-api 5, 13.1).
import { notFound } from '../../../contract/errors.ts';
import type { SavedTokenInput } from '../../../contract/vault/saved-methods.ts';
import type { Context } from '../../context.ts';
import { refuseOnConstraint } from '../../db/constraint-errors.ts';
import { openToken, tokenSentences } from '../tokens/payment-token.ts';
import { createMethod, type GivenMethod, updateMethod } from './methods.ts';
import { readCustomer } from './records.ts';

/** The card or account of a token with what is to be noted at it; `field` named the token. */
export async function methodOfToken(
  context: Context,
  { token, ...kept }: SavedTokenInput,
  field: string,
): Promise<GivenMethod> {
  const { hash: token_hash, method } = await openToken(context, token, field);
  if (method.card) return { type: 'card', input: { ...method.card, ...kept }, token_hash };
  return { type: 'ach', input: { ...method.ach, ...kept } as never, token_hash };
}

const field = 'token';

/** `POST /vault/customer/{id}/token`; 404 for an unknown customer, whatever the token. */
export async function createByToken(
  context: Context,
  { id }: { id: string },
  input: SavedTokenInput,
) {
  await readCustomer(context, id);
  const method = await methodOfToken(context, input, field);
  const saved = createMethod(context, id, method);
  return await refuseOnConstraint(saved, tokenSentences(field), 'invalid');
}

/** `POST /vault/customer/{id}/token/{methodId}`: a method of the same type takes its place. */
export async function updateByToken(
  context: Context,
  path: { id: string; methodId: string },
  input: SavedTokenInput,
) {
  const { methods } = await readCustomer(context, path.id);
  if (!methods.some(({ id }) => id === path.methodId)) notFound();
  const method = await methodOfToken(context, input, field);
  const saved = updateMethod(context, path, method);
  return await refuseOnConstraint(saved, tokenSentences(field), 'invalid');
}
