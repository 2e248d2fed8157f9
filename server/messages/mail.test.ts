// The mail worker: files without a relay, a relay where there is one, retries in business time.
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, vi } from 'vitest';
import { connect, inTransaction } from '../db/database.ts';
import { writeWelcome } from '../identity/users/user-emails.ts';
import { openMoneyWorld } from '../testing/worlds/money-world.ts';
import { sendDue } from './mail.ts';
import { receipt_columns } from './receipt-text.ts';

const w = openMoneyWorld();

async function queue(email_address: string): Promise<string> {
  const { id } = await w.pay({ order_id: 'order-1' });
  await w.post(`/transaction/${id}/email`, { email_address });
  return id;
}

const mailOf = (transaction_id: string) =>
  connect(w.world.system)
    .selectFrom('outgoing_mail')
    .selectAll()
    .where('transaction_id', '=', transaction_id)
    .executeTakeFirstOrThrow();
const eventsOf = (transaction_id: string) =>
  connect(w.world.system)
    .selectFrom('email_event')
    .select(['event', 'email'])
    .where('transaction_id', '=', transaction_id)
    .orderBy('id')
    .execute();

describe('without a relay', () => {
  it('a mail becomes a file, once, with the receipt in text and HTML', async () => {
    const id = await queue('ann@example.com');
    await sendDue(w.world.system);
    const mail = await mailOf(id);
    expect(mail.state).toBe('sent');
    const file = path.join(w.world.services.config.data_dir, 'mail', `${mail.id}.eml`);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('To: ann@example.com');
    expect(text).toContain('Subject: Receipt from Merchant m1');
    expect(text).toContain('text/html');
    expect(await eventsOf(id)).toEqual([{ event: 'delivered', email: 'ann@example.com' }]);
    await sendDue(w.world.system);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('two workers at once send it once', async () => {
    const id = await queue('twice@example.com');
    await Promise.all(Array.from({ length: 4 }, () => sendDue(w.world.system)));
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('the receipt fits the paper and names no card number', async () => {
    const id = await queue('bob@example.com');
    const { body_text, body_html } = await mailOf(id);
    const lines = body_text.split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(receipt_columns);
    expect(body_text).toMatch(/Total USD +\$12\.99/);
    expect(body_text).toMatch(/APPROVED/);
    expect(body_text).toMatch(/order-1/);
    // Of the number only its last four digits, on paper and in mail.
    expect(body_text + body_html).not.toContain('411111');
    expect(body_text).toMatch(/Visa +\*{12}1111/);
    expect(body_html).toContain('<strong>APPROVED</strong>');
  });
});

/** A relay that takes letters as `options` say, and the world that sends through it. */
async function openRelay(options: SMTPServerOptions) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => done());
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address() as { port: number };
  const relay = { ...w.world.system };
  relay.config = { ...relay.config, smtp_url: `smtp://127.0.0.1:${address.port}` };
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { relay, close };
}

/** What a relay says up to the end of a mail, which it does not confirm. */
const dialogue = ['220 a', '250 b', '250 sender', '250 recipient', '354 go on', '250 queued'];

describe('with a relay', () => {
  it('a mail goes to it; one that is down is tried again, then given up', async () => {
    const got: string[] = [];
    const { relay, close } = await openRelay({
      onRcptTo(address, _session, done) {
        got.push(address.address);
        done();
      },
    });
    const id = await queue('cyd@example.com');
    await sendDue(relay);
    expect(got).toContain('cyd@example.com');
    expect((await mailOf(id)).state).toBe('sent');
    expect((await eventsOf(id))[0]?.event).toBe('processed');
    await close();
    const late = await queue('dan@example.com');
    await sendDue(relay);
    expect(await mailOf(late)).toMatchObject({ state: 'queued', attempt_count: 1 });
    expect((await eventsOf(late))[0]?.event).toBe('deferred');
    expect(await sendDue(relay)).toBe(0);
    const { data_dir } = relay.config;
    expect(existsSync(path.join(data_dir, 'mail', `${(await mailOf(late)).id}.eml`))).toBe(false);
  });

  it('a worker whose claim has run out does not queue again what another has sent', async () => {
    let refuse: () => void = () => undefined;
    const { relay, close } = await openRelay({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => {
          refuse = () => done(Object.assign(new Error('too slow'), { responseCode: 451 }));
        });
      },
    });
    const id = await queue('eve@example.com');
    const slow = sendDue(relay);
    await vi.waitFor(() => expect(String(refuse)).toContain('451'), 10_000);
    await w.advance(61);
    expect((await mailOf(id)).state).toBe('sent');
    refuse();
    await slow;
    expect(await mailOf(id)).toMatchObject({ state: 'sent', attempt_count: 2, last_error: '' });
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual(['delivered']);
    await close();
  });

  it.each(['does not greet', 'does not end a mail'])(
    'a relay that %s is left after a moment, and no other mail waits for it',
    { timeout: 15_000 },
    async (what) => {
      const answers = what === 'does not greet' ? ['220 relay'] : [...dialogue];
      const sockets: Socket[] = [];
      const server = createServer((socket) => {
        sockets.push(socket.on('error', () => undefined));
        // The last of what it says never comes.
        const say = () => {
          const next = answers.shift();
          if (next !== undefined && answers.length > 0) socket.write(`${next}\r\n`);
        };
        say();
        socket.on('data', say);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const { config, timing } = w.world.system;
      const smtp_url = `smtp://127.0.0.1:${port}/?ignoreTLS=true`;
      const relay = {
        ...w.world.system,
        config: { ...config, smtp_url },
        timing: { ...timing, mail_step_ms: 300 },
      };
      const [first, second] = [await queue('gil@example.com'), await queue('hal@example.com')];
      expect(await sendDue(relay)).toBe(1);
      expect(answers).toHaveLength(0);
      for (const socket of sockets) socket.destroy();
      server.close();
      const mails = [await mailOf(first), await mailOf(second)];
      expect(mails.map(({ state, attempt_count }) => [state, attempt_count])).toEqual([
        ['queued', 1],
        ['queued', 0],
      ]);
      // The second has its turn at once, the first in a minute.
      expect(await sendDue(w.world.system)).toBe(1);
      expect((await mailOf(second)).state).toBe('sent');
    },
  );

  it('a link that lets its reader in is not kept once its mail is sent or given up', async () => {
    let refuses = false;
    const { relay, close } = await openRelay({
      onData(stream, _session, done) {
        stream.resume();
        const refusal = Object.assign(new Error('no'), { responseCode: 451 });
        stream.on('end', () => done(refuses ? refusal : null));
      },
    });
    const { user } = w.m1.clerk;
    const account_id = w.m1.account.id;
    const letters = () =>
      connect(w.world.system)
        .selectFrom('outgoing_mail')
        .select(['state', 'body_text', 'body_html'])
        .where('recipient', '=', user.email)
        .orderBy('id')
        .execute();
    const write = () =>
      inTransaction(relay, account_id, (tx) => writeWelcome(tx, relay, { ...user, account_id }));
    await write();
    expect((await letters())[0]?.body_text).toMatch(/password-setup\/[\w-]{20,}/);
    await sendDue(relay);
    const empty = { body_text: '', body_html: '' };
    expect(await letters()).toEqual([{ state: 'sent', ...empty }]);
    refuses = true;
    await write();
    await sendDue(relay);
    const [, waiting] = await letters();
    expect(waiting).toMatchObject({ state: 'queued' });
    expect(waiting?.body_html).toContain('password-setup');
    const query = connect(w.world.system, account_id);
    const last = { attempt_count: 6, next_attempt_at: relay.clock.now() };
    await query.updateTable('outgoing_mail').set(last).where('state', '=', 'queued').execute();
    await sendDue(relay);
    expect((await letters())[1]).toEqual({ state: 'failed', ...empty });
    const receipt = await queue('gil@example.com');
    refuses = false;
    await sendDue(relay);
    expect(await mailOf(receipt)).toMatchObject({ state: 'sent' });
    expect((await mailOf(receipt)).body_text).toContain('APPROVED');
    await close();
  });

  it('its words are kept without card numbers, whether it takes a mail or not', async () => {
    let refuses = true;
    const { relay, close } = await openRelay({
      onData(stream, _session, done) {
        stream.resume();
        const refusal = Object.assign(new Error('no 4111111111111111'), { responseCode: 451 });
        const accepted = 'queued as 4111 1111 1111 1111';
        // A text beside no error is what the relay says of a mail it has taken.
        stream.on('end', () => (refuses ? done(refusal) : done(null, accepted)));
      },
    });
    const id = await queue('eve@example.com');
    await sendDue(relay);
    refuses = false;
    const sent_id = await queue('fay@example.com');
    await sendDue(relay);
    await close();
    const log = await connect(w.world.system)
      .selectFrom('email_event')
      .select('response')
      .where('transaction_id', 'in', [id, sent_id])
      .orderBy('id')
      .execute();
    expect([...log.map(({ response }) => response), (await mailOf(id)).last_error]).toEqual([
      expect.stringContaining('no 411111******1111'),
      expect.stringContaining('queued as 411111******1111'),
      expect.stringContaining('no 411111******1111'),
    ]);
  });
});
