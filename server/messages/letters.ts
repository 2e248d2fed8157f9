// Letters of the product itself: welcome, reset, notices; queued in the commit they speak of.
import type { Context, Letter, Mailer } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { askFor } from '../jobs/runner.ts';
import { escaped } from './html.ts';
import { mail_job } from './mail.ts';

/** Paragraphs, the link on a line of its own, and who it is from. */
export function letterText({ lines, link }: Letter): string {
  return [...lines, ...(link ? [link.href] : [])].join('\n\n');
}

/** One column, no images; the link is written out, so that nobody has to trust a button. */
export function letterHtml({ subject, lines, link }: Letter): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`;
  const anchor = link
    ? `<p style="margin:0 0 16px"><a href="${escaped(link.href)}">${escaped(link.text)}</a><br>` +
      `<small style="color:#5b6470">${escaped(link.href)}</small></p>`
    : '';
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(subject)}</title>` +
    '<body style="font:15px/1.5 system-ui,sans-serif;color:#1c2430;margin:0;padding:24px">' +
    `<main style="max-width:520px;margin:0 auto">${lines.map(paragraph).join('')}${anchor}</main>` +
    '</body></html>'
  );
}

async function queue(tx: Tx, context: Context, letter: Letter): Promise<void> {
  const now = context.clock.now();
  await tx
    .insertInto('outgoing_mail')
    .values({
      merchant_id: letter.account_id,
      id: context.ids.next(),
      kind: letter.kind,
      recipient: letter.recipient,
      // A line break in a name must not start a new header.
      subject: letter.subject.replace(/[\r\n]+/g, ' ').slice(0, 200),
      body_text: letterText(letter),
      body_html: letterHtml(letter),
      state: 'queued',
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
  await askFor(tx, context, { name: mail_job, key: 'all', due_at: now });
}

/** The mailer of a process: letters ride in the commit that needs them. */
export const mailer: Mailer = { queue };
