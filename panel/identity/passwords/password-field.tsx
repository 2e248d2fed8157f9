// A password with a switch that shows it while one types.

import { IconEye } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from '../../kit/icon-button.tsx';

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
      <IconButton
        label={shown ? 'Hide password' : 'Show password'}
        icon={IconEye}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
