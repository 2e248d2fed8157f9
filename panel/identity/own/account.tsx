// One's own account: name, ways to be reached, how dates read, and where one is signed in.
import { sessions } from '../../../contract/identity/sessions.ts';
import { users } from '../../../contract/identity/user-endpoints.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useRecord } from '../../hooks.ts';
import { SelectField, SwitchField, TextField, TimezoneField } from '../../kit/form/fields.tsx';
import { editTexts, FormFields, FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { defaultZone } from '../../kit/format/timezones.ts';
import { useDocumentTitle } from '../../kit/page/page-title.tsx';
import { Facts } from '../../kit/parts/facts.tsx';
import { toast } from '../../notices.ts';
import { OwnSessions } from './sessions.tsx';

function valuesOf(caller: CallerRecord) {
  const { name, email, phone, timezone, dateformat, supress_email_notification } = caller;
  return { name, email, phone, timezone, dateformat, supress_email_notification };
}

export function OwnAccount() {
  useDocumentTitle('Account');
  const { data } = useRecord(sessions.get, {});
  return data ? <Loaded key={data.id} caller={data} /> : null;
}

function Loaded({ caller }: { caller: CallerRecord }) {
  const form = useForm(users.update, {
    initial: valuesOf(caller),
    of: caller,
    input: (values) => values as never,
    params: { id: caller.id },
    required: ['name', 'email'],
    stales: [sessions.get],
    tell: () => toast('Account saved'),
  });
  return (
    <FormScreen
      form={form}
      {...editTexts('account', 'Account')}
      note="Your account has unsaved changes."
    >
      <FormFields>
        <Facts
          facts={[
            { label: 'Username', value: caller.username },
            { label: 'Role', value: caller.role === 'admin' ? 'Admin' : 'Standard' },
          ]}
        />
        <TextField name="name" />
        <TextField name="email" />
        <TextField name="phone" />
        <TimezoneField name="timezone" none={defaultZone(caller.account_timezone)} />
        <SelectField name="dateformat" />
        <SwitchField
          name="supress_email_notification"
          note="You receive only emails about login and security."
        />
      </FormFields>
      <OwnSessions />
    </FormScreen>
  );
}
