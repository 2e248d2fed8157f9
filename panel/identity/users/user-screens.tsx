// The screens of one user: made, or changed (spec 1 §2: create, update/{id}).
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type AccountType, account_types } from '../../../contract/access.ts';
import { users } from '../../../contract/identity/user-endpoints.ts';
import type { CallerRecord, UserRecord } from '../../../contract/identity/users.ts';
import type { CallGiven, DataOf } from '../../api.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { copyText } from '../../kit/copy-text.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { SwitchField } from '../../kit/fields.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { toast } from '../../notices.ts';
import { type UsersOf, usersBelowPath, usersPath } from '../paths.ts';
import { users_stales } from './use-asks.ts';
import { Part } from './user-fields.tsx';
import { UserForm } from './user-form.tsx';
import { changeOf, inputOf, new_user, type UserValues, valuesOf } from './user-values.ts';
import { useViewer, WithRight } from './users-screens.tsx';

/** The list the user stands in: one's own, or that of the account below. */
function listOf(area: AccountType, { type, id }: NonNullable<UsersOf['account']>, own: string) {
  if (type === 'admin' || id === own) return usersPath(area);
  return usersBelowPath(area, type, id);
}

export function UserScreen({ area }: { area: AccountType }) {
  const { userID = '' } = useParams();
  const viewer = useViewer();
  const { data } = useRecord(users.get, { params: { id: userID } });
  if (!viewer || !data) return null;
  return (
    <WithRight title="User">
      <Existing key={data.updated_at} area={area} viewer={viewer} user={data} />
    </WithRight>
  );
}

interface ExistingProps {
  area: AccountType;
  viewer: CallerRecord;
  user: UserRecord;
}

function Existing({ viewer, user }: ExistingProps) {
  const save = useSave(users.update, {
    stales: users_stales,
    onSaved: () => toast('User saved'),
  });
  const submit = (values: UserValues) => {
    const input = changeOf(user, values) as CallGiven<typeof users.update>['input'];
    save.mutate({ params: { id: user.id }, input });
  };
  return (
    <UserForm
      title={user.name || user.username}
      viewer={viewer}
      account={{ type: user.account_type, id: user.account_type_id }}
      user={user}
      begin={valuesOf(user)}
      busy={save.isPending}
      onSubmit={submit}
    />
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

interface Extras {
  welcome: boolean;
  create_api_key: boolean;
  create_pub_api_key: boolean;
}

function NewUser({ area, viewer, account }: NewUserProps) {
  const navigate = useNavigate();
  const is_office = account.type === 'admin';
  const [extras, setExtras] = useState<Extras>({
    welcome: !is_office,
    create_api_key: false,
    create_pub_api_key: false,
  });
  const [made, setMade] = useState<DataOf<typeof users.create> | null>(null);
  const leave = () => void navigate(listOf(area, account, viewer.account_type_id));
  const welcome = useSave(users.resendWelcome, { stales: [] });
  const save = useSave(users.create, {
    stales: users_stales,
    onSaved: (user) => {
      toast('User created!');
      if (extras.welcome && !is_office) welcome.mutate({ params: { id: user.id } });
      if (user.api_key || user.pub_api_key) setMade(user);
      else leave();
    },
  });
  const submit = (values: UserValues) => {
    const { create_api_key, create_pub_api_key } = extras;
    const named = { account_type: account.type, account_type_id: account.id };
    const input = {
      ...named,
      ...inputOf(values, account.type),
      create_api_key,
      create_pub_api_key,
    };
    save.mutate({ input });
  };
  return (
    <>
      <UserForm
        title="New user"
        viewer={viewer}
        account={account}
        user={null}
        begin={{ ...new_user, timezone: viewer.timezone || new_user.timezone }}
        busy={save.isPending}
        onSubmit={submit}
      >
        <ExtrasPart
          extras={extras}
          is_office={is_office}
          onChange={(part) => setExtras({ ...extras, ...part })}
        />
      </UserForm>
      {made && <NewKeys made={made} onClose={leave} />}
    </>
  );
}

interface ExtrasProps {
  extras: Extras;
  is_office: boolean;
  onChange: (part: Partial<Extras>) => void;
}

function ExtrasPart({ extras, is_office, onChange }: ExtrasProps) {
  return (
    <Part title="To begin with">
      <div className="user-switches">
        <SwitchField
          name="send_welcome"
          label="Send a welcome email"
          checked={extras.welcome}
          disabled={is_office}
          onChange={(on) => onChange({ welcome: on })}
          note={
            is_office
              ? 'Administrators get none: they set their password at “First time here?”.'
              : 'With a link to choose a password; it works once, for seven days.'
          }
        />
        <SwitchField
          name="create_api_key"
          label="Create a private API key"
          checked={extras.create_api_key}
          onChange={(on) => onChange({ create_api_key: on })}
        />
        <SwitchField
          name="create_pub_api_key"
          label="Create a public API key"
          checked={extras.create_pub_api_key}
          onChange={(on) => onChange({ create_pub_api_key: on })}
          note="Keys are shown once, right after the user was made."
        />
      </div>
    </Part>
  );
}

interface NewKeysProps {
  made: { username: string; api_key?: string; pub_api_key?: string };
  onClose: () => void;
}

function NewKeys({ made, onClose }: NewKeysProps) {
  const keys = [
    { label: 'Private API key', value: made.api_key ?? '' },
    { label: 'Public API key', value: made.pub_api_key ?? '' },
  ].filter(({ value }) => value !== '');
  const footer = (
    <button type="button" className="plain-button" data-primary onClick={onClose}>
      I have kept {keys.length > 1 ? 'them' : 'it'}
    </button>
  );
  return (
    <Dialog title="Copy the keys now" tone="warning" onClose={onClose} footer={footer}>
      <div className="new-keys">
        <p>They are shown this once. Whoever has them acts in the name of {made.username}.</p>
        {keys.map(({ label, value }) => (
          <div key={label}>
            <b>{label}</b>
            <p className="secret-line">
              <code>{value}</code>
              <button
                type="button"
                className="plain-button"
                aria-label={`Copy ${label}`}
                onClick={() => void copyText(label, value)}
              >
                <IconCopy {...icon_16} />
                Copy
              </button>
            </p>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
