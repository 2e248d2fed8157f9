// The button that opens the terminal, and its key.
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { icon_16 } from '../kit/icon.ts';
import { KeyButton } from '../kit/keys/key-button.tsx';
import { terminal_path } from './paths.ts';

export function TakePayment({ className }: { className?: string }) {
  const navigate = useNavigate();
  return (
    <KeyButton
      hotkey="n"
      label="Take payment"
      onPress={() => void navigate(terminal_path)}
      button={{ ...(className && { className }), leftSection: <IconPlus {...icon_16} /> }}
    />
  );
}
