// Switches between light and dark.
import { IconMoon, IconSun } from '@tabler/icons-react';
import { icon_16 } from '../kit/icon.ts';
import { useStore } from '../store.ts';
import { scheme, toggleScheme } from '../style/scheme.ts';

export function SchemeButton() {
  const dark = useStore(scheme) === 'dark';
  const label = dark ? 'Switch to light' : 'Switch to dark';
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      onClick={toggleScheme}
    >
      {dark ? <IconSun {...icon_16} /> : <IconMoon {...icon_16} />}
    </button>
  );
}
