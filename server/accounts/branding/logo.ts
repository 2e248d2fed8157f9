// A merchant's logo: checked by its bytes, stored, and served under a type of our own (spec 1 §5).
import { Readable } from 'node:stream';
import type { AccountStatus } from '../../../contract/access/access.ts';
import {
  type branding,
  logo_too_large,
  logo_unreadable,
  max_logo_bytes,
  max_logo_px,
} from '../../../contract/accounts/branding.ts';
import { status_effects } from '../../../contract/accounts/statuses.ts';
import type { InputOf } from '../../../contract/endpoint.ts';
import { invalid, notFound, refuse } from '../../../contract/errors.ts';
import { asSystem, type Context } from '../../context.ts';
import { audit } from '../../db/audit-log/audit-log.ts';
import { connect, inTransaction, type Tx } from '../../db/database.ts';
import { merchantRow } from '../rows.ts';
import { type ImageFacts, imageFacts } from './image.ts';
import { withoutMetadata } from './image-metadata.ts';

/** The merchant meant: a merchant's own whatever is named, else the one named. */
export function merchantMeant(context: Context, named: string | undefined): string {
  const { account_type, account_id } = context.actor;
  if (account_type !== 'merchant') return named ?? invalid('Merchant ID');
  if (named !== undefined && named !== account_id) notFound();
  return account_id;
}

export interface Image {
  bytes: Buffer;
  content_type: ImageFacts['content_type'];
}

/**
 * The picture of the text, with or without `data:…;base64,`, and nothing that is written beside it;
 * refused in the specification's words.
 */
export function readImage(text: string): Image {
  const base64 = text.replace(/^data:[\w/+.-]{1,60};base64,/, '').replace(/\s+/g, '');
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(base64)) refuse('invalid', logo_unreadable);
  const bytes = Buffer.from(base64, 'base64');
  const facts = imageFacts(bytes);
  if (!facts || bytes.length > max_logo_bytes) return refuse('invalid', logo_unreadable);
  if (facts.width > max_logo_px || facts.height > max_logo_px) refuse('invalid', logo_too_large);
  const picture = withoutMetadata(bytes, facts.content_type);
  return { bytes: picture ?? refuse('invalid', logo_unreadable), content_type: facts.content_type };
}

async function putUrl(tx: Tx, context: Context, id: string, logo_url: string): Promise<void> {
  const { logo_url: before } = await merchantRow(tx, context, id, true);
  await tx.deleteFrom('merchant_logo').where('merchant_id', '=', id).execute();
  await tx.updateTable('merchant').set({ logo_url }).where('merchant_id', '=', id).execute();
  await audit(tx, context, {
    verb: 'update',
    noun: 'merchant',
    id,
    merchant_id: id,
    before: { logo_url: before },
    after: { logo_url },
  });
}

/** Stores the image in the place of the one before; `logo_url` is new with each. */
export async function saveLogo(
  context: Context,
  _params: unknown,
  input: InputOf<typeof branding.saveLogo>,
) {
  const merchant_id = merchantMeant(context, input.merchant_id);
  const image = readImage(input.logo);
  const id = context.ids.next();
  const logo_url = `${context.config.public_url}/api/logo/${merchant_id}/${id}`;
  await inTransaction(context, merchant_id, async (tx) => {
    await putUrl(tx, context, merchant_id, logo_url);
    await tx
      .insertInto('merchant_logo')
      .values({ merchant_id, id, ...image, created_at: context.clock.now() })
      .execute();
  });
  return { logo_url };
}

export async function removeLogo(
  context: Context,
  _params: unknown,
  input: InputOf<typeof branding.removeLogo>,
) {
  const merchant_id = merchantMeant(context, input.merchant_id);
  await inTransaction(context, merchant_id, (tx) => putUrl(tx, context, merchant_id, ''));
  return { logo_url: '' };
}

/** For anybody, while the merchant's status lets strangers read of it; else 404. */
export async function getLogo(context: Context, params: { merchantId: string; logoId: string }) {
  const row = await connect(asSystem(context))
    .selectFrom('merchant_logo as l')
    .innerJoin('account as a', 'a.id', 'l.merchant_id')
    .select(['l.bytes', 'l.content_type', 'a.status'])
    .where('l.merchant_id', '=', params.merchantId)
    .where('l.id', '=', params.logoId)
    .executeTakeFirst();
  const shown = row && status_effects[row.status as AccountStatus].public_reading;
  return servedImage(context, shown ? row : undefined);
}

/** An image as anybody gets it; 404 for none. */
export function servedImage(
  context: Context,
  row: { bytes: Buffer; content_type: string } | undefined,
) {
  if (!row) return notFound();
  // An hour: a disabled merchant's logo is not to be seen for ever. Never taken for anything else.
  context.answer_headers['cache-control'] = 'public, max-age=3600';
  context.answer_headers['x-content-type-options'] = 'nosniff';
  context.answer_headers['content-security-policy'] = "default-src 'none'; sandbox";
  context.answer_headers['cross-origin-resource-policy'] = 'cross-origin';
  return { content_type: row.content_type, body: Readable.from([row.bytes]) };
}
