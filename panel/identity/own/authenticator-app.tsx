// One's own authenticator app: set up, or replaced by whoever proves a factor that they have.
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { sessions } from '../../../contract/identity/sessions.ts';
import { two_factor } from '../../../contract/identity/two-factor.ts';
import { call, type DataOf } from '../../api.ts';
import { useSave } from '../../hooks.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormStack } from '../../kit/form/form-stack.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import { Hint } from '../../kit/page/page-parts.tsx';
import { PlainButton } from '../../kit/plain-button.tsx';
import { FactorSecret } from '../factors/factor-parts.tsx';
import { passkeysWork } from '../factors/passkey-use.ts';
import styles from '../identity.module.css';
import { proveByPasskey } from './prove-by-passkey.ts';

interface AppProps {
  state: DataOf<typeof two_factor.get>;
  onCodes: (codes: readonly string[]) => void;
  onRemove: () => void;
}

export function AuthenticatorApp({ state, onCodes, onRemove }: AppProps) {
  const begin = useSave(two_factor.confirm);
  const begun = begin.data && 'secret' in begin.data ? begin.data : null;
  const is_set_up = state.authenticator_app;
  if (begun) {
    const finish = (codes: readonly string[]) => {
      begin.reset();
      onCodes(codes);
    };
    return (
      <>
        <FirstCode secret={begun} state={state} onCodes={finish} />
        {is_set_up && (
          <div className={styles.factorActions}>
            <PlainButton onClick={begin.reset}>Keep the current app</PlainButton>
          </div>
        )}
      </>
    );
  }
  return (
    <>
      {is_set_up && <Hint>Logging in with a password requires a code from the app.</Hint>}
      <div className={styles.factorActions}>
        <PlainButton
          primary={!is_set_up}
          aria-disabled={begin.isPending}
          onClick={() => begin.mutate({ input: {} })}
        >
          {is_set_up ? 'Replace the authenticator app' : 'Set up an authenticator app'}
        </PlainButton>
        {is_set_up && (
          <PlainButton onClick={onRemove}>Remove two factor authentication</PlainButton>
        )}
      </div>
    </>
  );
}

interface Codes {
  totp: string;
  current_code: string;
}

async function turnOn({ totp, current_code }: Codes, by_passkey: boolean) {
  const proof = by_passkey ? { passkey: await proveByPasskey() } : { current_code };
  return await call(two_factor.confirm, { input: { totp, ...proof } });
}

interface FirstCodeProps extends Pick<AppProps, 'state' | 'onCodes'> {
  secret: ComponentProps<typeof FactorSecret>;
}

function FirstCode({ secret, state, onCodes }: FirstCodeProps) {
  const { authenticator_app, passkey_count } = state;
  const can_ask = passkey_count > 0 && passkeysWork();
  const [by_passkey, setByPasskey] = useState(can_ask && !authenticator_app);
  const by_code = (authenticator_app || passkey_count > 0) && !by_passkey;
  const client = useQueryClient();
  const form = useForm(two_factor.confirm, {
    initial: { totp: '', current_code: '' },
    required: by_code ? ['totp', 'current_code'] : ['totp'],
    send: async (values) => {
      const data = await turnOn(values, by_passkey);
      if ('recovery_codes' in data) onCodes(data.recovery_codes);
      const stales = [sessions.get, two_factor.get];
      await Promise.all(stales.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    },
  });
  const action = authenticator_app ? 'Replace the app' : 'Turn on';
  return (
    <FormStack form={form} action={by_passkey ? 'Use your passkey' : action}>
      <p>Scan the QR code with an authenticator app, then enter the code it shows.</p>
      <FactorSecret {...secret} />
      <TextField name="totp" {...(authenticator_app && { label: 'Code from the new app' })} />
      {by_code && authenticator_app && <TextField name="current_code" />}
      {by_code && !authenticator_app && (
        <TextField name="current_code" label="Recovery code" hint="" />
      )}
      {can_ask && (
        <PlainButton onClick={() => setByPasskey(!by_passkey)}>
          {by_passkey ? 'Use a code instead' : 'Use a passkey instead'}
        </PlainButton>
      )}
    </FormStack>
  );
}
