// Everything that is hidden from or disabled for the viewed, each with its reason: the rows of the
// one table that the server refuses by.
import type { SignedInRule } from '../../../contract/access/access.ts';
import { allowed, subjectOf } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { merchants } from '../../../contract/accounts/merchants.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useRecord } from '../../hooks.ts';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import type { Viewing } from '../../session/viewing.ts';
import styles from './session.module.css';

/** What is missing, by who can change it. */
type Missing = ReadonlyMap<string, readonly string[]>;

type Found = readonly [change: string, takes: string];

/** What prevents the viewed user from signing in at all. */
function standing({ status, access_restrictions }: CallerRecord): Found[] {
  const manager = 'A user who can manage users can reactivate this user.';
  const above = 'An administrator or a partner above can enable it.';
  const office = 'An administrator can dismiss the request.';
  const found: readonly [boolean, ...Found][] = [
    [status === 'disabled', manager, 'Log in: the user is disabled.'],
    [access_restrictions.disable_user_login, above, 'Log in: the login is disabled.'],
    [
      access_restrictions.password_change_required,
      office,
      'The user must set a new password first.',
    ],
  ];
  return found.filter(([holds]) => holds).map(([, ...words]) => words);
}

/** All rows that are meant for such an account and closed to this one. */
function missingOf(
  caller: CallerRecord,
  account_permissions?: Readonly<Record<string, boolean>>,
): Missing {
  const who = subjectOf(caller, account_permissions);
  const rows: readonly SignedInRule[] = Object.values(may);
  const own = rows.filter(({ types }) => types.includes(caller.account_type));
  const refused = own.map((rule) => allowed(rule, who)).filter((verdict) => !verdict.ok);
  const found = [
    ...standing(caller),
    ...refused.map(({ change, takes }) => [change, takes] as const),
  ];
  return new Map(
    found.map(([change]) => [
      change,
      found.filter(([by]) => by === change).map(([, takes]) => takes),
    ]),
  );
}

export function MissingAccess({ view, onClose }: { view: Viewing; onClose: () => void }) {
  const { caller } = view;
  const enabled = caller.account_type === 'merchant';
  const { data, isError } = useRecord(merchants.getOwn, {}, { enabled, quiet: true });
  const known = !enabled || isError || data !== undefined;
  const missing = [...missingOf(caller, data?.permissions)];
  return (
    <Dialog
      title={`What ${caller.name || caller.username} cannot do`}
      onClose={onClose}
      footer={
        <PlainButton primary onClick={onClose}>
          Close
        </PlainButton>
      }
    >
      {known && missing.length === 0 && <p>Every permission and setting is on.</p>}
      {known &&
        missing.map(([change, all]) => (
          <section key={change} className={styles.missingThings}>
            <h3>{change}</h3>
            <ul>
              {all.map((takes) => (
                <li key={takes}>{takes}</li>
              ))}
            </ul>
          </section>
        ))}
    </Dialog>
  );
}
