// A password with a switch that shows it while one types.
import { IconEye } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { icon_16 } from '../../kit/icon.ts';

interface PasswordFieldProps
  extends Pick<
    ComponentProps<'input'>,
    'id' | 'name' | 'autoComplete' | 'aria-invalid' | 'aria-describedby'
  > {
  value: string;
  onChange: (value: string) => void;
}

export function PasswordField({ value, onChange, ...given }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="password-field">
      <input
        {...given}
        type={shown ? 'text' : 'password'}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoCapitalize="none"
        spellCheck={false}
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
