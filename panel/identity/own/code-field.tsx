// A code of the authenticator app, asked where somebody is signed in.
import { TextField } from '../../kit/fields.tsx';

interface CodeFieldProps {
  code: string;
  onChange: (code: string) => void;
}

export function CodeField({ code, onChange }: CodeFieldProps) {
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
