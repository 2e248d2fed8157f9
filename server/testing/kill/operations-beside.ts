// Operations beside the money: a receipt's mail, signing in, a new API key.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { good_card, tenant_password } from '../tenants.ts';
import { boss, type KillWorker } from './kill-worker.ts';
import type { Operation } from './operations.ts';

/** Mails of a transaction that are not as they must be. */
async function mailFault(worker: KillWorker, id: string, least: number): Promise<string | null> {
  const { owner, data_dir } = worker.fixture;
  const { rows } = await owner.query<{ id: string; state: string; body_text: string }>(
    'select id, state, body_text from outgoing_mail where transaction_id = $1',
    [id],
  );
  if (rows.length < least) return `${rows.length} mails stand, though ${least} were promised`;
  for (const mail of rows) {
    const file = path.join(data_dir, 'mail', `${mail.id}.eml`);
    if (mail.state !== 'sent') return `a mail is ${mail.state}`;
    if (!existsSync(file)) return 'a sent mail is not in the mailbox';
    const text = readFileSync(file, 'utf8');
    if (!/^Subject: Receipt/m.test(text) || !text.includes('</html>')) return 'a mail is torn';
  }
  return null;
}

export const receiptMail: Operation = {
  name: 'receipt mail',
  async prepare(worker) {
    const { id } = await worker.must({
      method: 'POST',
      path: '/transaction',
      credential: boss(worker),
      body: { type: 'sale', amount: 321, payment_method: { card: good_card } },
    });
    return {
      call: {
        method: 'POST',
        path: `/transaction/${id}/email`,
        credential: boss(worker),
        body: { email_address: 'payer@example.com' },
      },
      has_key: false,
      async judge({ first, again }) {
        if (again.status !== 200) return `the receipt was refused: ${again.text.slice(0, 200)}`;
        return await mailFault(worker, id, first?.status === 200 ? 2 : 1);
      },
    };
  },
};

export const signIn: Operation = {
  name: 'sign-in',
  async prepare(worker) {
    const { user } = worker.fixture.tenants.m1.boss;
    return {
      call: {
        method: 'POST',
        path: '/token-auth',
        credential: '',
        body: { username: user.username, password: tenant_password },
      },
      has_key: false,
      async judge({ first, again }) {
        for (const answer of [first, again]) {
          if (!answer) continue;
          if (answer.status !== 200) return `signing in was refused: ${answer.text.slice(0, 200)}`;
          const credential = `Bearer ${answer.body.token}`;
          const caller = await worker.ask({ method: 'GET', path: '/user', credential });
          if (caller?.status !== 200) return 'a token that was returned is not known';
        }
        return null;
      },
    };
  },
};

export const createKey: Operation = {
  name: 'API-key creation',
  async prepare(worker) {
    const credential = boss(worker);
    const call = { method: 'POST' as const, path: '/user/apikey', credential };
    return {
      call: { ...call, body: { name: 'killed' } },
      has_key: false,
      async judge({ first, again }) {
        for (const answer of [first, again]) {
          if (!answer) continue;
          if (answer.status !== 200) return `the key was refused: ${answer.text.slice(0, 200)}`;
          const key = answer.body.data.api_key;
          const caller = await worker.ask({ method: 'GET', path: '/user', credential: key });
          if (caller?.status !== 200) return 'a key that was returned is not known';
        }
        // A user has twenty keys at most, and the next point wants one too.
        const list = { method: 'GET' as const, path: '/user/apikeys?limit=100', credential };
        for (const { id, name } of await worker.must(list)) {
          if (name !== 'killed') continue;
          await worker.must({ method: 'DELETE', path: `/user/apikey/${id}`, credential });
        }
        return null;
      },
    };
  },
};
