// Mails of the product itself: welcome, reset, notices; queued in the commit they report.

import { phoneText } from '../../contract/payments/transactions/receipt.ts';
import type { AccountBrand, Context, EmailMessage, Mailer } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { enqueue } from '../jobs/runner.ts';
import { escaped } from './html.ts';
import { mail_job } from './mail.ts';

/** The sender's name and address as the brand states them; nothing where there is no brand. */
function signature(brand: AccountBrand | null): string[] {
  if (brand === null) return [];
  const { brand_name, address, support_email, support_phone } = brand;
  return [brand_name, address, support_email, phoneText(support_phone)].filter(Boolean);
}

/** Paragraphs, the link on a line of its own, and the sender. */
export function emailText({ lines, link }: EmailMessage, brand: AccountBrand | null): string {
  const from = signature(brand).join('\n');
  return [...lines, ...(link ? [link.href] : []), ...(from ? [from] : [])].join('\n\n');
}

/** One column, no images; the link is written out, so that its address can be read. */
export function emailHtml(
  { subject, lines, link }: EmailMessage,
  brand: AccountBrand | null,
): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;
  const anchor = link
    ? `<p style="margin:0 0 16px"><a href="${escaped(link.href)}">${escaped(link.text)}</a><br>` +
      `<small style="color:#5b6470;overflow-wrap:anywhere">${escaped(link.href)}</small></p>`
    : '';
  const from = signature(brand).map(escaped).join('<br>');
  const foot = from && `<p style="margin:24px 0 0;color:#5b6470">${from}</p>`;
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(subject)}</title>` +
    '<body style="font:15px/1.5 system-ui,sans-serif;color:#1c2430;margin:0;padding:24px">' +
    `<main style="max-width:520px;margin:0 auto">${lines.map(paragraph).join('')}${anchor}` +
    `${foot}</main>` +
    '</body></html>'
  );
}

async function queue(tx: Tx, context: Context, letter: EmailMessage): Promise<void> {
  const now = context.clock.now();
  const brand = await context.accountBrand(tx, context, letter.account_id);
  await tx
    .insertInto('outgoing_mail')
    .values({
      merchant_id: letter.account_id,
      id: context.ids.next(),
      kind: letter.kind,
      recipient: letter.recipient,
      // A line break in a name would start a new header, so it becomes a space.
      subject: letter.subject.replace(/[\r\n]+/g, ' ').slice(0, 200),
      body_text: emailText(letter, brand),
      body_html: emailHtml(letter, brand),
      has_code: letter.link?.has_code ?? false,
      state: 'queued',
      request_id: context.request_id,
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
  await enqueue(tx, context, { name: mail_job, key: 'all', due_at: now });
}

/** The mailer of a process: it queues mails in the commit that needs them. */
export const mailer: Mailer = { queue };
