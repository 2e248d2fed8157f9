// The screens of one user: made, or changed (spec 1 §2: create, update/{id}).

import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type AccountType, account_types } from '../../../contract/access/access.ts';
import { users } from '../../../contract/identity/user-endpoints.ts';
import type { CallerRecord, UserRecord } from '../../../contract/identity/users.ts';
import type { CallRequest, DataOf } from '../../api.ts';
import { useRecord } from '../../hooks.ts';
import { FormPart } from '../../kit/form/form-part.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { icon_16 } from '../../kit/icon.ts';
import kit from '../../kit/kit.module.css';
import type { RowAction } from '../../kit/list/list-types.ts';
import { RecordMissing } from '../../kit/page/not-shown.tsx';
import pageStyles from '../../kit/page/page.module.css';
import { PlainButton } from '../../kit/plain-button.tsx';
import { toast } from '../../notices.ts';
import { ChangesOf } from '../../platform/changes-of.tsx';
import { type UsersOf, usersBelowPath, usersPath } from '../paths.ts';
import { ExtrasPart, NewKeys } from './new-user-parts.tsx';
import { users_stales } from './use-immediate-actions.ts';
import { UserActionDialogs, useUserActions } from './user-action-dialogs.tsx';
import { userActions } from './user-actions.ts';
import { UserForm } from './user-form.tsx';
import {
  changeOf,
  inputOf,
  new_user,
  no_extras,
  notificationsOf,
  valuesOf,
} from './user-values.ts';
import styles from './users.module.css';
import { useViewer, WithRight } from './users-screens.tsx';

/** The list the user stands in: one's own, or that of the account below. */
function listOf(area: AccountType, { type, id }: NonNullable<UsersOf['account']>, own: string) {
  if (type === 'admin' || id === own) return usersPath(area);
  return usersBelowPath(area, type, id);
}

export function UserScreen({ area }: { area: AccountType }) {
  const { userID = '' } = useParams();
  const viewer = useViewer();
  const { data, error, refetch } = useRecord(users.get, { params: { id: userID } });
  if (!viewer) return null;
  if (!data) return <RecordMissing noun="User" of={{ error, refetch }} />;
  return (
    <WithRight title="User">
      <Existing key={data.id} area={area} viewer={viewer} user={data} />
    </WithRight>
  );
}

interface ExistingProps {
  area: AccountType;
  viewer: CallerRecord;
  user: UserRecord;
}

function Existing({ area, viewer, user }: ExistingProps) {
  const navigate = useNavigate();
  const actions = useUserActions(area);
  const account = { type: user.account_type, id: user.account_type_id };
  const menu = userActions(user, viewer, actions.run).flat();
  const form = useForm(users.update, {
    initial: valuesOf(user),
    of: user,
    input: (values) => changeOf(user, values) as CallRequest<typeof users.update>['input'],
    required: ['name', 'email'],
    params: { id: user.id },
    stales: users_stales,
    tell: () => toast('User saved'),
  });
  return (
    <>
      <UserForm {...{ form, viewer, account, user }} title={user.name || user.username}>
        <MoreActions actions={menu.filter(({ label }) => label !== 'Edit')} />
      </UserForm>
      <div className={`${pageStyles.page} ${styles.userHistory}`}>
        <ChangesOf area={area} noun="user" id={user.id} />
      </div>
      <UserActionDialogs
        actions={actions}
        viewer={viewer}
        onRemoved={() => void navigate(listOf(area, account, viewer.account_type_id))}
      />
    </>
  );
}

/** What the menu of the row offers, for who came here by its name or has no row menu. */
function MoreActions({ actions }: { actions: readonly RowAction[] }) {
  return (
    <FormPart title="Actions">
      <ul className={styles.userActions}>
        {actions.map(({ label, icon: Icon, reason, run }) => (
          <li key={label}>
            <PlainButton
              aria-disabled={typeof reason === 'string'}
              onClick={() => typeof reason !== 'string' && run()}
            >
              <Icon {...icon_16} />
              {label}
            </PlainButton>
            {reason && (
              <span className={kit.hint} data-part="hint">
                {reason}
              </span>
            )}
          </li>
        ))}
      </ul>
    </FormPart>
  );
}

/** The account named in the address, else the viewer's own. */
function useAccount(viewer: CallerRecord | undefined) {
  const [search] = useSearchParams();
  const type = account_types.find((one) => one === search.get('account_type'));
  const id = search.get('account_id') ?? '';
  if (type && id !== '') return { type, id };
  return viewer && { type: viewer.account_type, id: viewer.account_type_id };
}

export function NewUserScreen({ area }: { area: AccountType }) {
  const viewer = useViewer();
  const account = useAccount(viewer);
  if (!viewer || !account) return null;
  return (
    <WithRight title="New user">
      <NewUser area={area} viewer={viewer} account={account} />
    </WithRight>
  );
}

interface NewUserProps {
  area: AccountType;
  viewer: CallerRecord;
  account: NonNullable<UsersOf['account']>;
}

function NewUser({ area, viewer, account }: NewUserProps) {
  const navigate = useNavigate();
  const is_office = account.type === 'admin';
  const [made, setMade] = useState<DataOf<typeof users.create> | null>(null);
  const leave = () => void navigate(listOf(area, account, viewer.account_type_id));
  const named = { account_type: account.type, account_type_id: account.id };
  const form = useForm(users.create, {
    initial: {
      ...{ ...new_user, notifications: notificationsOf(account.type, {}) },
      ...{ ...no_extras, send_welcome: !is_office },
    },
    input: (values) => ({ ...named, ...inputOf(values, account.type) }),
    stales: users_stales,
    tell: () => toast('User created!'),
    onSaved: (user) => {
      if (user.api_key || user.pub_api_key) setMade(user);
      else leave();
    },
  });
  return (
    <>
      <UserForm {...{ form, viewer, account }} title="New user" user={null}>
        <ExtrasPart is_office={is_office} />
      </UserForm>
      {made && <NewKeys made={made} onClose={leave} />}
    </>
  );
}
