// Requests of people and keys that their owner may make.
import { generate } from 'otplib';
import { connect, inTransaction } from '../../db/database.ts';
import { type CodeKind, makeCode } from '../../identity/sign-in/codes.ts';
import { makeAuthenticator } from '../authenticator.ts';
import { tenant_password } from '../tenants.ts';
import { about, type Case, type Owner, says } from './case-parts.ts';

type Body = Record<string, unknown>;

let made_count = 0;
function newName(): string {
  made_count += 1;
  return `swept_user_${made_count}`;
}

const new_user = (): Body => ({
  username: newName(),
  name: 'Swept User',
  email: 'swept@example.com',
});

async function make(owner: Owner, path: string, body: Body): Promise<string> {
  const { world, caller } = owner;
  const answer = await world.call('POST', path, { credential: caller.private_key, body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.id;
}

/** The account a caller of this kind looks down on: its merchant, or its own. */
function targetOf({ caller, merchant }: Owner): Body {
  const above = caller.user.account_type !== 'merchant';
  return above ? { account_type_id: merchant.account.id } : {};
}

/** A fresh user of the owner's account, or of the merchant below it. */
function user(body: () => Body = () => ({})): Case {
  return {
    owned: ['id'],
    make: async (owner) => ({
      params: { id: await make(owner, '/user', { ...new_user(), ...targetOf(owner) }) },
      body: body(),
    }),
  };
}

const role_body = () => ({ name: newName(), permissions: { process_sale: true } });
function role(body: () => Body = () => ({})): Case {
  return {
    owned: ['id'],
    make: async (owner) => ({
      params: { id: await make(owner, '/role', role_body()) },
      body: body(),
    }),
  };
}

/** A code as a mail would bring it, for a fresh user of the owner's account. */
async function codeFor(owner: Owner, kind: CodeKind): Promise<string> {
  const { system } = owner.world;
  const user_id = await make(owner, '/user', new_user());
  return await inTransaction(system, null, (tx) => makeCode(tx, system, { kind, user_id }));
}

const reset: Case = {
  owned: [],
  make: async (owner) => ({
    params: {},
    body: { reset_code: await codeFor(owner, 'reset_password'), password: 'Swept-Pass-1!' },
  }),
};

function linked(more: (owner: Owner, token: string) => Promise<Body>): Case {
  return {
    owned: [],
    make: async (owner) => {
      const token = await codeFor(owner, 'two_factor');
      return { params: {}, body: { token, ...(await more(owner, token)) } };
    },
  };
}

/** Sweeps sign in by the password alone, so the row is written as an unconfirmed factor. */
function passkey(body: Body): Case {
  return {
    owned: ['id'],
    make: async ({ world: { system }, caller }) => {
      const id = system.ids.next();
      const factor = { user_id: caller.user.id, id, kind: 'passkey', name: 'Swept' };
      await connect(system)
        .insertInto('user_factor')
        .values({ ...factor, created_at: system.clock.now() })
        .execute();
      return { params: { id }, body };
    },
  };
}

function apiKey(body: Body = {}): Case {
  return about(['id'], async ({ world, caller }) => {
    const made = await world.call('POST', '/user/apikey', { credential: caller.private_key });
    return { params: { id: made.body.data.id }, body };
  });
}

export const identity_cases: Readonly<Record<string, Case>> = {
  'POST /token-auth': says(({ caller }) => ({
    username: caller.user.username,
    password: tenant_password,
  })),
  'POST /user/apikey': says(() => ({ type: 'api', name: 'swept' })),
  'GET /user/apikey/{id}': apiKey(),
  'POST /user/apikey/{id}': apiKey({ name: 'renamed' }),
  'DELETE /user/apikey/{id}': apiKey(),
  'GET /users/{accountType}/{id}': {
    owned: ['id'],
    make: async ({ caller: { user: own } }) => ({
      params: { accountType: own.account_type, id: own.account_type_id },
    }),
  },
  'POST /users/search/{accountType}/{id}': {
    owned: ['id'],
    make: async ({ caller: { user: own } }) => ({
      params: { accountType: own.account_type, id: own.account_type_id },
    }),
  },
  'GET /user/{id}': user(),
  'GET /view-as/{userID}': {
    owned: ['userID'],
    make: async (owner) => ({
      params: { userID: await make(owner, '/user', { ...new_user(), ...targetOf(owner) }) },
    }),
  },
  'GET /view-as/role/{roleID}': {
    owned: ['roleID'],
    make: async (owner) => ({ params: { roleID: await make(owner, '/role', role_body()) } }),
  },
  'POST /user': says(new_user),
  'POST /merchant/{merchantId}/user': {
    owned: ['merchantId'],
    make: async ({ merchant }) => ({
      params: { merchantId: merchant.account.id },
      body: new_user(),
    }),
  },
  'POST /user/{id}': user(() => ({ name: 'Renamed' })),
  'DELETE /user/{id}': user(),
  'POST /user/{id}/copy': user(new_user),
  'POST /user/{id}/resend-welcome': user(),
  'POST /user/request-password-change/{id}': user(() => ({ password_change_required: true })),
  'POST /user/request-disable-login/{id}': user(() => ({ disable_user_login: true })),
  'GET /user/loginas/{id}': user(),
  'DELETE /user/session/{id}': {
    owned: ['id'],
    make: async ({ world, caller }) => {
      const body = { username: caller.user.username, password: tenant_password };
      const answer = await world.call('POST', '/token-auth', { body });
      return { params: { id: answer.body.sid } };
    },
  },
  'POST /user/apikey/{id}/rotate': {
    owned: ['id'],
    make: async (owner) => ({
      params: { id: await make(owner, '/user/apikey', { name: 'old' }) },
      body: { overlap_hours: 1 },
    }),
  },
  'POST /role': says(role_body),
  'GET /role/{id}': role(),
  'POST /role/{id}': role(() => ({ description: 'Renamed' })),
  'DELETE /role/{id}': role(),
  'DELETE /user/reset-ip-restriction': {
    owned: [],
    make: async (owner) => ({
      params: {},
      body: { user_id: await make(owner, '/user', { ...new_user(), ...targetOf(owner) }) },
    }),
  },
  'POST /user/forgot-password/reset': reset,
  'POST /user/forgotten-password/reset': reset,
  'POST /user-set-two-factor/qrcode': linked(async () => ({})),
  'POST /user-set-two-factor/save': linked(async (owner, token) => {
    const begun = await owner.world.call('POST', '/user-set-two-factor/qrcode', {
      body: { token },
    });
    const epoch = Math.floor(owner.world.services.clock.real().getTime() / 1_000);
    return { totp: await generate({ secret: begun.body.data.secret, epoch }) };
  }),
  'POST /user/passkey/options': says(() => ({ current_password: tenant_password })),
  // The answer to a challenge that was never given, since a passkey added here would be required
  // at the next sign-in.
  'POST /user/passkey': says(() => {
    const challenge = { challenge: 'c'.repeat(43), domain: 'localhost' };
    return { name: 'Swept', passkey: makeAuthenticator('http://localhost').create(challenge) };
  }),
  'POST /user/passkey/{id}': passkey({ name: 'Renamed' }),
  'DELETE /user/passkey/{id}': passkey({ current_password: tenant_password }),
  'POST /bot-check': says(() => ({ action: 'recovery' })),
  'POST /user/forgot-username': says(() => ({ email: 'swept@example.com' })),
  'POST /forgot-username': says(() => ({ email: 'swept@example.com' })),
  'POST /user/forgot-password': says(() => ({ username: 'swept_user' })),
  'POST /user/user-setup': says(() => ({ username: 'swept_user' })),
};
