// The mail worker: sends what is queued by SMTP, or as .eml files where there is no relay.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Selectable, sql } from 'kysely';
import nodemailer from 'nodemailer';
import { hasMailbox } from '../config.ts';
import type { Context } from '../context.ts';
import { connect, inTransaction } from '../db/database.ts';
import type { OutgoingMail } from '../db/tables.generated.ts';
import { errorText, storedText } from '../error-text.ts';
import { type JobDefinition, scheduleCommitted } from '../jobs/runner.ts';

export const mail_job = 'mail';
const batch_size = 50;
const idle_seconds = 3_600;
/** Waits after each failed try, in business time; then the mail is given up (rails 14.2). */
const waits_seconds: readonly number[] = [60, 300, 1_800, 7_200, 21_600, 86_400];

type Mail = Selectable<OutgoingMail>;

export interface Delivery {
  event: 'delivered' | 'processed';
  response: string;
}

/**
 * Wakes the worker; call it after the commit that queued a mail. It never fails: what was committed
 * is answered, and the worker finds its mail whenever it runs next.
 */
export async function scheduleMail(context: Context): Promise<void> {
  await scheduleCommitted(context, {
    name: mail_job,
    key: 'all',
    due_at: context.clock.now(),
  });
}

/** `Name <address>` or an address alone. */
function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** The sender's name is the brand's; the address stays the one that the relay allows. */
async function messageOf(context: Context, mail: Mail) {
  const { mail_from } = context.config;
  const address = addressOf(mail_from);
  const brand = await context.accountBrand(connect(context), context, mail.merchant_id);
  return {
    from: brand === null ? mail_from : { name: brand.brand_name, address },
    to: mail.recipient,
    subject: mail.subject,
    text: mail.body_text,
    html: mail.body_html,
    date: context.clock.now(),
    messageId: `<${mail.id}@${address.split('@').at(-1)}>`,
  };
}

/** One file a mail, named by its id; a mail written twice is one file. */
async function toFile(context: Context, mail: Mail): Promise<Delivery> {
  const folder = path.join(context.config.data_dir, 'mail');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true });
  const { message } = await composer.sendMail(await messageOf(context, mail));
  await writeFile(path.join(folder, `${mail.id}.eml`), message as Buffer, { mode: 0o600 });
  return { event: 'delivered', response: 'written to the mailbox of this installation' };
}

async function toRelay(context: Context, mail: Mail): Promise<Delivery> {
  const { mail_step_ms: step_ms } = context.timing;
  // What the address itself says of these takes precedence.
  const relay = nodemailer.createTransport({
    url: context.config.smtp_url,
    dnsTimeout: step_ms,
    connectionTimeout: step_ms,
    greetingTimeout: step_ms,
    socketTimeout: step_ms,
  });
  try {
    const { response } = await relay.sendMail(await messageOf(context, mail));
    return { event: 'processed', response: storedText(String(response)) };
  } finally {
    relay.close();
  }
}

interface Due {
  merchant_id: string;
  id: string;
}

async function findDue(context: Context): Promise<Due[]> {
  const { rows } = await sql<Due>`select merchant_id, id from outgoing_mail
    where state = 'queued' and next_attempt_at <= ${context.clock.now()}
    order by next_attempt_at limit ${batch_size}`.execute(connect(context));
  return rows;
}

function after(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

/** Claims a mail by postponing its next try; null where another worker has it. */
async function claim(context: Context, due: Due): Promise<Mail | null> {
  const now = context.clock.now();
  const lease = after(now, waits_seconds[0] ?? 60);
  const { rows } = await sql<Mail>`update outgoing_mail
    set attempt_count = attempt_count + 1, next_attempt_at = ${lease}
    where merchant_id = ${due.merchant_id} and id = ${due.id} and state = 'queued'
      and next_attempt_at <= ${now}
    returning *`.execute(connect(context, due.merchant_id));
  return rows[0] ?? null;
}

/**
 * What is kept of a mail that is over: codes are stored as hashes, so no link with one may stay in
 * the database and in its backups. The mailbox of an installation without a relay shows them:
 * there nobody gets a mail in another way, and production has none.
 */
function bodiesKept({ config }: Context, { has_code }: Mail, state: string) {
  const is_over = state === 'sent' || state === 'failed';
  return is_over && has_code && !hasMailbox(config) ? { body_text: '', body_html: '' } : {};
}

/**
 * A success is stored by whichever worker has it; a failure only while the claim is still its own,
 * or a mail that another one has sent meanwhile would be sent again.
 */
async function note(
  context: Context,
  mail: Mail,
  changes: { state: string; next_attempt_at: Date; last_error: string; sent_at: Date | null },
  event: { event: string; response: string },
): Promise<void> {
  const { merchant_id, transaction_id, recipient: email } = mail;
  const is_sent = changes.state === 'sent';
  await inTransaction(context, merchant_id, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('outgoing_mail')
      .set({ ...changes, ...bodiesKept(context, mail, changes.state) })
      .where('merchant_id', '=', merchant_id)
      .where('id', '=', mail.id)
      .where('state', '<>', 'sent')
      .$if(!is_sent, (failed) => failed.where('attempt_count', '=', mail.attempt_count))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n && !is_sent) return;
    await tx
      .insertInto('email_event')
      .values({
        ...event,
        merchant_id,
        id: context.ids.next(),
        mail_id: mail.id,
        transaction_id,
        email,
        created_at: context.clock.now(),
      })
      .execute();
  });
}

/** What nodemailer calls a relay that is not reached, or does not answer. */
const relay_failures = ['ETIMEDOUT', 'ECONNECTION', 'ESOCKET', 'EDNS'];

/** Gives whether the relay was there: it would keep the next mail waiting as long. */
async function deliver(context: Context, mail: Mail): Promise<boolean> {
  const now = context.clock.now();
  try {
    const send = context.config.smtp_url === '' ? toFile : toRelay;
    const response = await send(context, mail);
    const changes = { state: 'sent', next_attempt_at: now, last_error: '', sent_at: now };
    await note(context, mail, changes, response);
    return true;
  } catch (error) {
    const response = errorText(error);
    const wait = waits_seconds[mail.attempt_count - 1];
    const state = wait === undefined ? 'failed' : 'queued';
    const next_attempt_at = after(now, wait ?? 0);
    const changes = { state, next_attempt_at, last_error: response, sent_at: null };
    await note(context, mail, changes, { event: wait ? 'deferred' : 'dropped', response });
    return !relay_failures.includes((error as { code?: string }).code ?? '');
  }
}

/**
 * Sends everything that is due; gives the number of mails it tried to send. Where the relay cannot
 * be reached the others stay due, and other work of the queue has its turn before them.
 */
export async function sendDue(context: Context): Promise<number> {
  let tried = 0;
  for (const one of await findDue(context)) {
    const mail = await claim(context, one);
    if (!mail) continue;
    tried += 1;
    if (!(await deliver(context, mail))) break;
  }
  return tried;
}

async function nextDue(context: Context): Promise<Date> {
  const now = context.clock.now();
  const { rows } = await sql<{ at: Date | null }>`select min(next_attempt_at) as at
    from outgoing_mail where state = 'queued'`.execute(connect(context));
  const at = rows[0]?.at ?? after(now, idle_seconds);
  return at > now ? at : after(now, 1);
}

/** The standing job of the mail worker. */
export const mailJobs: readonly JobDefinition[] = [
  {
    name: mail_job,
    queue: 'mail',
    async run(context) {
      await sendDue(context);
      return await nextDue(context);
    },
    standing: async (context) => [{ key: 'all', due_at: context.clock.now() }],
  },
];
