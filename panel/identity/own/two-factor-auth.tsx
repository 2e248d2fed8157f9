// One's own second factor: set up, recovery codes, taken away (spec 1 §6).
import { useState } from 'react';
import { sessions } from '../../../contract/identity/sessions.ts';
import { two_factor } from '../../../contract/identity/two-factor.ts';
import type { DataOf } from '../../api.ts';
import { useRecord, useRemove, useSave } from '../../hooks.ts';
import { ActionDialog } from '../../kit/action-dialog.tsx';
import { TextField } from '../../kit/fields.tsx';
import { PageTitle, useDocumentTitle } from '../../kit/page-title.tsx';
import { Section } from '../../kit/section.tsx';
import { toast } from '../../notices.ts';
import { FactorSecret, RecoveryCodes } from '../factor-parts.tsx';
import { OwnPasskeys } from './passkeys.tsx';
import '../sign-in.css';

const stales = [sessions.get, two_factor.get];

function CodeField({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  return (
    <TextField
      name="totp"
      label="Code of the app"
      value={code}
      onChange={onChange}
      extra={{ input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 20 } }}
    />
  );
}

function SetUp({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const [code, setCode] = useState('');
  const begin = useSave(two_factor.confirm);
  const confirm = useSave(two_factor.confirm, {
    stales,
    onSaved: (data) => 'recovery_codes' in data && onCodes(data.recovery_codes),
  });
  const begun = begin.data && 'secret' in begin.data ? begin.data : null;
  if (!begun) {
    return (
      <button
        type="button"
        className="plain-button"
        data-primary
        aria-disabled={begin.isPending}
        onClick={() => begin.mutate({ input: {} })}
      >
        Set up an authenticator app
      </button>
    );
  }
  return (
    <form
      className="form-stack narrow-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') confirm.mutate({ input: { totp: code.trim() } });
      }}
    >
      <p>Scan the picture with an authenticator app, then type the code that it shows.</p>
      <FactorSecret {...begun} />
      <CodeField code={code} onChange={setCode} />
      <button type="submit" className="plain-button" data-primary>
        Switch on
      </button>
    </form>
  );
}

function TakeAway({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('');
  const remove = useRemove(two_factor.remove, {
    quiet: true,
    stales,
    onSaved: () => {
      toast('Removed two factor authentication!');
      onClose();
    },
  });
  return (
    <ActionDialog
      title="Remove two factor authentication"
      action="Remove"
      destructive
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ input: { totp: code.trim() } })}
      onClose={onClose}
    >
      <p>From then on codes of the app are not asked for. A recovery code works here, too.</p>
      <CodeField code={code} onChange={setCode} />
    </ActionDialog>
  );
}

export function TwoFactorAuth() {
  useDocumentTitle('Two Factor Auth');
  const { data: state } = useRecord(two_factor.get, {});
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [removing, setRemoving] = useState(false);
  return (
    <div className="page factor-page">
      <PageTitle title="Two Factor Auth" />
      {state && <Owed state={state} />}
      {codes.length > 0 && (
        <Section title="Keep these codes" aside="shown once">
          <p className="hint">Each opens the door once when the phone is not at hand.</p>
          <RecoveryCodes codes={codes} />
        </Section>
      )}
      <Section title="Authenticator app" aside={state?.authenticator_app ? 'on' : 'off'}>
        {state && !state.authenticator_app && <SetUp onCodes={setCodes} />}
        {state?.authenticator_app && (
          <>
            <p className="hint">
              A code of the app is asked for at every log in with a password.{' '}
              {state.recovery_code_count} of 10 recovery codes are left.
            </p>
            <button type="button" className="plain-button" onClick={() => setRemoving(true)}>
              Remove two factor authentication
            </button>
          </>
        )}
      </Section>
      <OwnPasskeys onCodes={setCodes} />
      {removing && <TakeAway onClose={() => setRemoving(false)} />}
    </div>
  );
}

type State = DataOf<typeof two_factor.get>;

function Owed({ state }: { state: State }) {
  const { is_enforced, authenticator_app, passkey_count } = state;
  if (!is_enforced || authenticator_app || passkey_count > 0) return null;
  return <p className="notice">Your account needs a second factor. Set one up to go on.</p>;
}
