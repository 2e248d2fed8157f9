// Change one's own password (spec 1 §1): the old one, the new one twice.
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { confirmMessage, requiredMessage } from '../../../contract/field-messages.ts';
import { passwordProblem, passwordRule } from '../../../contract/identity/passwords.ts';
import { recovery } from '../../../contract/identity/recovery.ts';
import { sessions } from '../../../contract/identity/sessions.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useRecord, useSave } from '../../hooks.ts';
import { TextField } from '../../kit/fields.tsx';
import { FormScreen } from '../../kit/form-screen.tsx';
import { useDocumentTitle } from '../../kit/page-title.tsx';
import { toast } from '../../notices.ts';
import { leastPassword } from '../least-password.ts';
import { owedPath } from '../owed.ts';
import { Blocked } from './blocked.tsx';
import '../identity.css';

interface Values {
  current_password: string;
  new_password: string;
  again: string;
}
const empty: Values = { current_password: '', new_password: '', again: '' };
const labels: Values = {
  current_password: 'Current password',
  new_password: 'New password',
  again: 'New password again',
};

function problemsOf(values: Values): Partial<Values> {
  const problem = passwordProblem(values.new_password, leastPassword());
  return {
    ...(values.current_password === '' && {
      current_password: requiredMessage(labels.current_password),
    }),
    ...(problem !== '' && { new_password: problem }),
    ...(values.again !== values.new_password && { again: confirmMessage(labels.again) }),
  };
}

/** Whoever was kept here by a password that was asked for goes on once it is set. */
function useGoOn(caller: CallerRecord | undefined): void {
  const navigate = useNavigate();
  const owed = useRef(false);
  useEffect(() => {
    if (caller?.pending === 'password') owed.current = true;
    else if (caller && owed.current) {
      void navigate(owedPath(caller.account_type, caller.pending), { replace: true });
    }
  }, [caller, navigate]);
}

export function ChangePassword() {
  useDocumentTitle('Change Password');
  const { data: caller } = useRecord(sessions.get, {});
  useGoOn(caller);
  const [values, setValues] = useState(empty);
  const [touched, setTouched] = useState<Partial<Record<keyof Values, true>>>({});
  const save = useSave(recovery.changePassword, {
    stales: [sessions.get],
    onSaved: () => {
      setValues(empty);
      setTouched({});
      toast('Password changed. Your other sessions have ended.');
    },
  });
  const problems = problemsOf(values);
  const change = (name: keyof Values) => (value: string) => {
    setValues({ ...values, [name]: value });
    setTouched({ ...touched, [name]: true });
  };
  const shown = (name: keyof Values) => (touched[name] && problems[name]) || '';
  const changed = Object.values(values).some((value) => value !== '');
  const { current_password, new_password } = values;
  return (
    <FormScreen
      title="Change Password"
      action="Change password"
      errors={problems}
      changed={changed && 'Your other sessions end when the password is changed.'}
      busy={save.isPending}
      onSubmit={() => save.mutate({ input: { current_password, new_password } })}
      onDiscard={() => setValues(empty)}
    >
      <div className="section-body narrow-form">
        <Blocked access={recovery.changePassword.access} />
        {caller?.pending === 'password' && (
          <p className="notice">A new password was asked for. Set one to go on.</p>
        )}
        {(Object.keys(labels) as (keyof Values)[]).map((name) => (
          <TextField
            key={name}
            name={name}
            label={labels[name]}
            value={values[name]}
            onChange={change(name)}
            error={shown(name)}
            extra={{
              input: {
                type: 'password',
                autoComplete: name === 'current_password' ? 'current-password' : 'new-password',
              },
            }}
          />
        ))}
        <p className="hint">{passwordRule(leastPassword())}</p>
      </div>
    </FormScreen>
  );
}
