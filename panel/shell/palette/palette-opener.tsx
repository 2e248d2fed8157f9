// Opens the command palette, and lets two keys in a row go to the pages of the menu.
import { IconCommand, IconKeyboard, IconLogout, IconMoon, IconNews } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../../contract/access.ts';
import type { Who } from '../../../contract/allowed.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { icon_16 } from '../../kit/icon.ts';
import { controlKey, useKeys } from '../../kit/keys.ts';
import type { MenuEntry } from '../../kit/menu-entry.ts';
import { toggleScheme } from '../../scheme.ts';
import { keys_open } from '../keys-dialog.tsx';
import { news_open } from '../news.tsx';
import { shownEntries } from '../side-menu.tsx';
import { leave } from '../sign-out.ts';
import { chordsOf } from './chords.ts';
import type { PaletteEntry } from './entries.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

const shell_actions: readonly PaletteEntry[] = [
  { label: 'Latest News', icon: IconNews, run: () => news_open.set(true) },
  { label: 'Switch between light and dark', icon: IconMoon, run: toggleScheme },
  { label: 'All keys', icon: IconKeyboard, run: () => keys_open.set(true), keys: '?' },
  { label: 'Logout', icon: IconLogout, run: leave },
].map((one) => ({ ...one, key: `shell ${one.label}`, group: 'Actions' }));

interface OpenerProps {
  area: AccountType;
  menu: readonly MenuEntry[];
  caller: CallerRecord | undefined;
  who: Who | undefined;
}

/** `g` and a letter for every entry of the menu that is shown. */
function useChords(menu: readonly MenuEntry[], who: Who | undefined): void {
  const navigate = useNavigate();
  const letters = useMemo(() => chordsOf(menu), [menu]);
  useKeys(
    shownEntries(menu, who).flatMap(({ label, to }) => {
      const key = letters.get(to);
      return key === undefined
        ? []
        : [{ key, after: 'g', label: `go to ${label}`, run: () => void navigate(to) }];
    }),
  );
}

export function PaletteOpener({ area, menu, caller, who }: OpenerProps) {
  const [open, setOpen] = useState(false);
  useChords(menu, who);
  useKeys([{ key: 'k', label: 'find anything', with_control: true, run: () => setOpen(true) }]);
  const label = `Find anything, ${controlKey('K')}`;
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label="Find anything"
        title={label}
        onClick={() => setOpen(true)}
      >
        <IconCommand {...icon_16} />
      </button>
      {open && caller && (
        <Suspense>
          <Palette
            area={area}
            menu={menu}
            caller={caller}
            more={shell_actions}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
