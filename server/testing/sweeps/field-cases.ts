// Requests about custom fields and their groups that their owner may make.
import { resetBudgets } from '../budgets.ts';
import type { Case, Owner } from './case-parts.ts';

type Body = Record<string, unknown>;

let made_count = 0;
const newName = () => {
  made_count += 1;
  return `swept ${made_count}`;
};
const new_group = (): Body => ({ name: newName() });
const new_field = (): Body => ({ name: newName(), type: 'text', group_name: 'swept' });

async function make({ world, merchant }: Owner, path: string, body: Body): Promise<string> {
  resetBudgets(world.services);
  const credential = merchant.boss.private_key;
  const answer = await world.call('POST', path, { credential, body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.id;
}

function fresh(path: string, made: () => Body, body: Body = {}): Case {
  return {
    owned: ['id'],
    make: async (owner) => ({ params: { id: await make(owner, path, made()) }, body }),
  };
}

const says = (body: () => Body): Case => ({
  owned: [],
  make: async () => ({ params: {}, body: body() }),
});

export const field_cases: Readonly<Record<string, Case>> = {
  'POST /group': says(new_group),
  'GET /group/{id}': fresh('/group', new_group),
  'POST /group/{id}': {
    owned: ['id'],
    make: async (owner) => ({
      params: { id: await make(owner, '/group', new_group()) },
      body: new_group(),
    }),
  },
  'DELETE /group/{id}': fresh('/group', new_group),
  'POST /customfield': says(new_field),
  'GET /customfield/{id}': fresh('/customfield', new_field),
  'POST /customfield/{id}': fresh('/customfield', new_field, { position: 1 }),
  'DELETE /customfield/{id}': fresh('/customfield', new_field),
  'GET /customfields/{merchantId}': {
    owned: ['merchantId'],
    make: async ({ merchant }) => ({ params: { merchantId: merchant.account.id } }),
  },
};
