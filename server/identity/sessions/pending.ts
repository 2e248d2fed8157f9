// What a user must do before a session may do anything else: new password, terms, second factor.
import type { Pending } from '../../../contract/access/access.ts';
import { access_restrictions } from '../../../contract/identity/users.ts';
import { type Services, systemContext } from '../../context.ts';
import { connect } from '../../db/database.ts';
import { isFactorEnforced } from '../factors/factor-state.ts';

interface Owing {
  id: string;
  account_type: string;
  access_restrictions: unknown;
}

function mustChangePassword({ access_restrictions: restrictions }: Owing): boolean {
  return access_restrictions.parse(restrictions).password_change_required;
}

/**
 * What blocks the session: outside production only a required password, unless a second factor is
 * enforced for this account type (Q5).
 */
export async function blockingOf(services: Services, user: Owing): Promise<Pending | ''> {
  const { config } = services;
  const all = config.environment === 'production' || isFactorEnforced(config, user.account_type);
  if (all) return await pendingOf(services, user);
  return mustChangePassword(user) ? 'password' : '';
}

/** The first thing to do, or ''; the panel opens it whether or not it blocks. */
export async function pendingOf(services: Services, user: Owing): Promise<Pending | ''> {
  if (mustChangePassword(user)) return 'password';
  const query = connect(systemContext(services, ''));
  const facts = await query
    .selectFrom('user_account as u')
    .select((select) => [
      'u.tos_accepted_at',
      'u.two_factor_enabled',
      select
        .selectFrom('terms_version as v')
        .leftJoin('terms_acceptance as t', (join) =>
          join.onRef('t.version', '=', 'v.version').on('t.user_id', '=', user.id),
        )
        .select('t.accepted_at')
        .orderBy('v.version', 'desc')
        .limit(1)
        .as('accepted_at'),
      select
        .selectFrom('terms_version as v')
        .select((version) => version.fn.max('v.version').as('latest'))
        .as('latest'),
    ])
    .where('u.id', '=', user.id)
    .executeTakeFirst();
  if (!facts) return '';
  // Users made before terms had versions have accepted the first version.
  const accepted =
    facts.accepted_at !== null || ((facts.latest ?? 1) <= 1 && facts.tos_accepted_at);
  if (facts.latest !== null && !accepted) return 'terms';
  const enforced = isFactorEnforced(services.config, user.account_type);
  return enforced && !facts.two_factor_enabled ? 'two_factor' : '';
}
