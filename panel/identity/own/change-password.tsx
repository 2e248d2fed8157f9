// Change one's own password (spec 1 §1): the old one, the new one twice.
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { confirmMessage } from '../../../contract/field-messages.ts';
import { passwordProblem, passwordRule } from '../../../contract/identity/password-policy.ts';
import { password_reset } from '../../../contract/identity/password-reset.ts';
import { sessions } from '../../../contract/identity/sessions.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { useRecord } from '../../hooks.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormFields, FormScreen } from '../../kit/form/form-screen.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { Hint } from '../../kit/page/page-parts.tsx';
import { useDocumentTitle } from '../../kit/page/page-title.tsx';
import { toast } from '../../notices.ts';
import styles from '../identity.module.css';
import { minPasswordLength } from '../passwords/password-policy.ts';
import { pendingStepPath } from '../sign-in/pending-step.ts';

const empty = { current_password: '', new_password: '', again: '' };

const again = {
  label: 'Confirm new password',
  typed_as: 'password',
  autocomplete: 'new-password',
} as const;

/** Whoever was kept here by a password that was asked for goes on once it is set. */
function useGoOn(caller: CallerRecord | undefined): void {
  const navigate = useNavigate();
  const was_required = useRef(false);
  useEffect(() => {
    if (caller?.pending === 'password') was_required.current = true;
    else if (caller && was_required.current) {
      void navigate(pendingStepPath(caller.account_type, caller.pending), { replace: true });
    }
  }, [caller, navigate]);
}

export function ChangePassword() {
  useDocumentTitle('Change Password');
  const { data: caller } = useRecord(sessions.get, {});
  useGoOn(caller);
  const form = useForm(password_reset.changePassword, {
    initial: empty,
    fields: { again },
    required: ['again'],
    input: ({ current_password, new_password }) => ({ current_password, new_password }),
    rules: ({ new_password, again: repeated }) => ({
      new_password: passwordProblem(new_password, minPasswordLength()),
      again: repeated === new_password ? '' : confirmMessage(again.label),
    }),
    stales: [sessions.get],
    tell: () => toast('Password changed. Your other sessions have ended.'),
    onSaved: (_, { reset }) => reset(empty),
  });
  return (
    <FormScreen
      form={form}
      title="Change Password"
      action="Change password"
      note="Your other sessions end when the password is changed."
    >
      <FormFields>
        {caller?.pending === 'password' && (
          <p className={styles.notice}>You need to set a new password to continue.</p>
        )}
        <TextField name="current_password" />
        <TextField name="new_password" />
        <TextField name="again" />
        <Hint>{passwordRule(minPasswordLength())}</Hint>
      </FormFields>
    </FormScreen>
  );
}
