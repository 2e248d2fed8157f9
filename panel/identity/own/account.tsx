// One's own account: name, ways to be reached, how dates read, and where one is signed in.
import { useState } from 'react';
import { sessions } from '../../../contract/identity/sessions.ts';
import { dateformats, users } from '../../../contract/identity/user-endpoints.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { Facts } from '../../kit/facts.tsx';
import { required } from '../../kit/field-rules.ts';
import { SelectField, SwitchField } from '../../kit/fields.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { useDocumentTitle } from '../../kit/page-title.tsx';
import { controlOf } from '../../kit/phone-field.tsx';
import { timezones } from '../../kit/timezones.ts';
import { toast } from '../../notices.ts';
import { emailProblem, phoneProblem } from '../users/user-rules.ts';
import { OwnSessions } from './sessions.tsx';

interface Values {
  name: string;
  email: string;
  phone: string;
  timezone: string;
  dateformat: string;
  supress_email_notification: boolean;
}

function valuesOf(caller: CallerRecord): Values {
  const { name, email, phone, timezone, dateformat, supress_email_notification } = caller;
  return { name, email, phone, timezone, dateformat, supress_email_notification };
}

function problemsOf(values: Values): Partial<Record<keyof Values, string>> {
  const found = {
    name: required(values.name, { label: 'Name' }),
    email: emailProblem(values.email),
    phone: phoneProblem(values.phone),
  };
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== ''));
}

export function OwnAccount() {
  useDocumentTitle('Account');
  const { data } = useRecord(sessions.get, {});
  return data ? <Loaded key={data.updated_at} caller={data} /> : null;
}

function Loaded({ caller }: { caller: CallerRecord }) {
  const [values, setValues] = useState(valuesOf(caller));
  const save = useSave(users.update, {
    stales: [sessions.get],
    onSaved: () => toast('Account saved'),
  });
  const problems = problemsOf(values);
  const change =
    <K extends keyof Values>(name: K) =>
    (value: Values[K]) =>
      setValues({ ...values, [name]: value });
  const changed = JSON.stringify(values) !== JSON.stringify(valuesOf(caller));
  const text = (name: 'name' | 'email' | 'phone', label: string) => {
    const Control = controlOf(name);
    return (
      <Control
        name={name}
        label={label}
        value={values[name]}
        onChange={change(name)}
        error={problems[name] ?? ''}
      />
    );
  };
  return (
    <FormScreen
      title="Account"
      action="Save account"
      errors={problems}
      changed={changed && 'Your account has unsaved changes.'}
      busy={save.isPending}
      onSubmit={() => save.mutate({ params: { id: caller.id }, input: values as never })}
      onDiscard={() => setValues(valuesOf(caller))}
    >
      <div className="section-body narrow-form">
        <Facts
          facts={[
            { label: 'Username', value: caller.username },
            { label: 'Role', value: caller.role === 'admin' ? 'Admin' : 'Standard' },
          ]}
        />
        {text('name', 'Name')}
        {text('email', 'Email')}
        {text('phone', 'Phone')}
        <SelectField
          name="timezone"
          label="Time zone"
          value={values.timezone}
          onChange={change('timezone')}
          choices={timezones(values.timezone)}
        />
        <SelectField
          name="dateformat"
          label="Date format"
          value={values.dateformat}
          onChange={change('dateformat')}
          choices={dateformats.map((format) => ({ value: format, label: format }))}
        />
        <SwitchField
          name="supress_email_notification"
          label="No mails"
          checked={values.supress_email_notification}
          onChange={change('supress_email_notification')}
          note="Receipts, reports and triggered rules are not mailed to you."
        />
      </div>
      <OwnSessions />
    </FormScreen>
  );
}
