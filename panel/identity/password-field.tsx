// A password with a switch that shows it while one types.
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { icon_16 } from '../kit/icon.ts';

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  invalid: boolean;
}

export function PasswordField({ value, onChange, invalid }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="password-field">
      <input
        id="password"
        name="password"
        type={shown ? 'text' : 'password'}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={invalid}
        aria-describedby="password-fault"
      />
      <button
        type="button"
        className="icon-button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <IconEye {...icon_16} />
      </button>
    </div>
  );
}
