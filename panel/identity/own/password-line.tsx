// The caller's password, asked once more before a factor changes.
import { TextField } from '../../kit/fields.tsx';

interface PasswordLineProps {
  value: string;
  onChange: (value: string) => void;
}

export function PasswordLine({ value, onChange }: PasswordLineProps) {
  return (
    <TextField
      name="current_password"
      label="Current password"
      value={value}
      onChange={onChange}
      extra={{ input: { type: 'password', autoComplete: 'current-password' } }}
    />
  );
}
