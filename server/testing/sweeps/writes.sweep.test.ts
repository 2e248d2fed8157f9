// Every write works for its owner, leaves its audit row, and touches nobody else whatever it names.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { connect } from '../../db/database.ts';
import { auditCount } from '../answer-checks.ts';
import { insertTransaction } from '../tenants.ts';
import { keyOf } from './case-parts.ts';
import { credentialFor, openSweepWorld, ownerOf, printOf, requestOf, send } from './sweep-world.ts';

const sweep = openSweepWorld();
beforeAll(async () => {
  await insertTransaction(sweep.world, sweep.tenants.m1);
});

/** What takes a person's own state, factor or password: throttle.test.ts, passkeys.test.ts. */
const proven_elsewhere = new Set([
  // Its card is checked by a payment, which leaves a row of its own.
  'POST /vault/customer/{id}/applepay',
  'POST /user/change-password',
  'POST /user/passkey',
  'POST /user/recovery-codes',
  'DELETE /user/remove-two-factor-auth',
]);

/** A merchant names its saved customers itself (gateway-api 5). */
const names_its_own = 'POST /vault/customer';

/** Parts of the writes, so that a slow machine has its time for each. */
const part_count = 4;
const parts = Array.from({ length: part_count }, (_, n) => n);

const writesOf = (part: number) =>
  sweep.world.endpoints
    .filter((endpoint) => endpoint.audit !== null && !proven_elsewhere.has(keyOf(endpoint)))
    .filter((_, n) => n % part_count === part);

/** The owner's good request, with more members laid over its body. */
async function write(endpoint: Endpoint, more: Record<string, unknown> = {}) {
  const request = await requestOf(sweep, endpoint);
  const person = ownerOf(endpoint, sweep.tenants);
  const key = await credentialFor(sweep.world, endpoint, person);
  const body = { ...more, ...request.body };
  const answer = await send(sweep.world, endpoint, { ...request, body }, key);
  return { ...answer, deeds: deedsOf(request.body) };
}

/**
 * What a call does: one thing, or one for each of the transactions it lists. An import is a deed
 * beside the customers of its file, which has a header.
 */
function deedsOf(body: Record<string, unknown> | undefined): number {
  if (typeof body?.csv === 'string') return body.csv.split('\n').length;
  return Array.isArray(body?.transactions) ? body.transactions.length : 1;
}

describe('every write', () => {
  it.each(parts)('works for its owner and leaves an audit row a deed (part %i)', async (part) => {
    const faults: string[] = [];
    for (const endpoint of writesOf(part)) {
      const answer = await write(endpoint);
      const id = String(answer.headers['x-correlation-id']);
      const count = await auditCount(sweep.world.system, id);
      if (answer.status !== 200) faults.push(`${keyOf(endpoint)}: ${answer.text}`);
      if (count !== answer.deeds) faults.push(`${keyOf(endpoint)}: ${count} audit rows`);
    }
    expect(faults).toEqual([]);
  });

  it('names in its audit row who did what, and no secret', async () => {
    const rows = await connect(sweep.world.system)
      .selectFrom('audit_log')
      .selectAll()
      .where('user_id', '<>', '')
      .execute();
    expect(rows.length).toBeGreaterThan(3);
    const nameless = rows.filter(
      (row) => !(row.verb && row.noun && row.noun_id && row.account_id && row.user_name),
    );
    expect(nameless).toEqual([]);
    const text = JSON.stringify(rows);
    for (const secret of [/api_[0-9A-Za-z]{27}/, /\$argon2/, /4111111111111111/, /"cvc"/]) {
      expect(text).not.toMatch(secret);
    }
  });

  it.each(parts)('takes no owner, id, role or status from its body (part %i)', async (part) => {
    const { m1, p1 } = sweep.tenants;
    const planted = {
      merchant_id: m1.account.id,
      account_id: m1.account.id,
      account_type: 'admin',
      account_type_id: m1.account.id,
      partner_id: p1.account.id,
      user_id: m1.boss.user.id,
      id: '9'.repeat(20),
      role: 'admin',
      status: 'settled',
      permissions: { process_refund: true },
      amount_settled: 1,
      refund_reserved: 0,
      created_at: '2000-01-01T00:00:00Z',
    };
    const before = await printOf(sweep.owner, m1.account.id);
    const leaks: string[] = [];
    for (const endpoint of writesOf(part)) {
      const answer = await write(endpoint, planted);
      // Ignored or refused: both are well.
      if (![200, 400, 404].includes(answer.status))
        leaks.push(`${keyOf(endpoint)}: ${answer.text}`);
      const data = JSON.stringify(answer.body?.data ?? null);
      const chosen = keyOf(endpoint) === names_its_own ? [] : ['9'.repeat(20)];
      const leaked = [...chosen, '2000-01-01', m1.account.id, p1.account.id];
      leaks.push(...leaked.filter((v) => data.includes(v)).map((v) => `${keyOf(endpoint)}: ${v}`));
    }
    expect(leaks).toEqual([]);
    expect(await printOf(sweep.owner, m1.account.id)).toEqual(before);
  });
});

describe('a failed sign-in', () => {
  it('leaves a sign-in event and no audit row', async () => {
    const { world, tenants } = sweep;
    const { username } = tenants.m1.boss.user;
    for (const name of [username, 'nobody_here']) {
      const body = { username: name, password: 'wrong' };
      const answer = await world.call('POST', '/token-auth', { body });
      const id = String(answer.headers['x-correlation-id']);
      expect([answer.status, answer.body.msg]).toEqual([401, 'invalid credentials']);
      expect(await auditCount(world.system, id)).toBe(0);
      const { rows } = await sweep.owner.query(
        'select outcome from sign_in_event where request_id = $1',
        [id],
      );
      expect(rows.length).toBe(1);
    }
  });
});
