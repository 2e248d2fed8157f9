// The types of payment that a user may choose, and why not the others.
import { whyNotAllowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import type { UserPermission } from '../../../contract/accounts/documents/user-permissions.ts';
import type { MerchantRecord } from '../../../contract/accounts/merchants.ts';
import { type PaidBy, type TerminalType, terminal_types } from './form.ts';

export interface TypeChoice {
  type: TerminalType;
  /** Why it cannot be chosen; null where it can. */
  reason: string | null;
}

type CreditPermissions = Pick<
  MerchantRecord['permissions'],
  'support_blind_credits' | 'allow_terminal_credits'
>;

/** The types on offer: what the user lacks is left out, a credit says what the account lacks. */
export function typeChoices(
  rights: Partial<Record<UserPermission, boolean>>,
  permissions: CreditPermissions,
  method: PaidBy,
): TypeChoice[] {
  const owned = terminal_types.filter(
    (type) => rights[may[type].permission as UserPermission] === true,
  );
  return owned.map((type) => ({ type, reason: reasonAgainst(type, permissions, method) }));
}

function reasonAgainst(type: TerminalType, permissions: CreditPermissions, method: PaidBy) {
  if (type === 'credit') {
    const rule = method === 'terminal' ? may.credit_on_terminal : may.credit;
    const why = whyNotAllowed(rule, {
      kind: 'session',
      account_type: 'merchant',
      role: '',
      permissions: { process_credit: true },
      account_permissions: { ...permissions },
    });
    return why === '' ? null : why;
  }
  if (type === 'verification' && method === 'terminal') {
    return 'A terminal cannot verify a card without charging it.';
  }
  const is_card = method === 'card' || method === 'terminal';
  if ((type === 'verification' || type === 'authorize') && !is_card) {
    return 'Only a card can be authorized or verified.';
  }
  return null;
}
