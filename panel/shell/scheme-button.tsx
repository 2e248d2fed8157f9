// Switches between light and dark.
import { IconMoon, IconSun } from '@tabler/icons-react';
import { IconButton } from '../kit/icon-button.tsx';
import { useStore } from '../store.ts';
import { scheme, toggleScheme } from '../style/scheme.ts';

export function SchemeButton() {
  const dark = useStore(scheme) === 'dark';
  const label = dark ? 'Switch to light' : 'Switch to dark';
  return (
    <IconButton
      label={label}
      icon={dark ? IconSun : IconMoon}
      title={label}
      onClick={toggleScheme}
    />
  );
}
