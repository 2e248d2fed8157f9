// Who may give or take which right: the steps a person is shown are those the server refuses by.
import type { AccountType } from '../access/access.ts';
import { allowed } from '../access/allowed.ts';
import { may } from '../access/may.ts';
import { rightLabel, type UserPermission } from '../accounts/documents/user-permissions.ts';

/** What the question needs to know of a user. */
export interface RightsHolder {
  id: string;
  name: string;
  role: string;
  custom_role_id: string;
  permissions: Readonly<Record<string, boolean>>;
}

/** Whoever gives or takes. */
export interface Granter extends RightsHolder {
  account_type: AccountType;
}

export interface GrantStep {
  verdict: 'passes' | 'fails' | 'not_checked';
  says: string;
  /** Why that counts, or who can change it. */
  note: string;
}

interface Question {
  passes: boolean;
  yes: [says: string, note: string];
  no: [says: string, note: string];
}

/** Whether the viewer manages users at all, and in words why not. */
function managing(viewer: Granter): Question {
  const { account_type, role, permissions } = viewer;
  const verdict = allowed(may.manage_users, { kind: 'session', account_type, role, permissions });
  const by_role = !verdict.ok && verdict.by === 'role';
  return {
    passes: verdict.ok,
    yes: ['You have the manage_users permission', 'you can change permissions here'],
    no: by_role
      ? ['You do not have the admin role', 'merchant users need it to change other users']
      : [
          'You do not have the manage_users permission',
          'a user with the admin role can grant it to you',
        ],
  };
}

function questions(viewer: Granter, user: RightsHolder, right: UserPermission): Question[] {
  const takes_away = user.permissions[right] === true;
  return [
    managing(viewer),
    {
      passes: viewer.id !== user.id,
      yes: [`${user.name} is another user`, 'you cannot change your own permissions'],
      no: ['These are your own permissions', 'ask another user to change them'],
    },
    {
      passes: user.custom_role_id === '',
      yes: ['The user has no custom role', 'permissions are set for the user alone'],
      no: ['A custom role sets the permissions', 'change the role, or remove it from the user'],
    },
    {
      passes: user.role !== 'admin' || viewer.role === 'admin',
      yes: ['Your role is sufficient', 'only the admin role can change users with the admin role'],
      no: [`${user.name} has the admin role`, 'a user with the admin role can change it'],
    },
    {
      passes: takes_away || viewer.permissions[right] === true,
      yes: takes_away
        ? ['The permission would be removed', 'you do not need it yourself to remove it']
        : [`You have “${rightLabel(right)}” yourself`, 'you can grant it to others'],
      no: [
        `You do not have “${rightLabel(right)}” yourself`,
        'ask a user who has it to turn this on',
      ],
    },
  ];
}

/**
 * The checks made before the right of `user` is changed, in the server's order; after the
 * first that fails no other is made (gateway-api 2.2, spec 1 §6).
 */
export function grantSteps(
  viewer: Granter,
  user: RightsHolder,
  right: UserPermission,
): GrantStep[] {
  const checks = questions(viewer, user, right);
  const failed = checks.findIndex((one) => !one.passes);
  return checks.map(({ passes, yes, no }, index) => {
    const [says, note] = passes ? yes : no;
    if (failed >= 0 && index > failed) return { verdict: 'not_checked', says: yes[0], note: '' };
    return { verdict: passes ? 'passes' : 'fails', says, note };
  });
}

/** Why the right cannot be changed, as a sentence, or ''. */
export function whyNotGranted(viewer: Granter, user: RightsHolder, right: UserPermission): string {
  const failed = grantSteps(viewer, user, right).find((step) => step.verdict === 'fails');
  return failed ? `${failed.says}: ${failed.note}.` : '';
}
