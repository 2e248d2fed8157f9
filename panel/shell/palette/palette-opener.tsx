// Opens the command palette, and lets two keys in a row go to the pages of the menu.

import { IconCommand, IconKeyboard, IconLogout, IconMoon, IconNews } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import type { Subject } from '../../../contract/access/allowed.ts';
import type { CallerRecord } from '../../../contract/identity/users.ts';
import { IconButton } from '../../kit/icon-button.tsx';
import { controlKey, useKeys } from '../../kit/keys/keys.ts';
import type { MenuEntry } from '../../kit/menu-entry.ts';
import type { PaletteEntry } from '../../kit/palette-entry.ts';
import { useMedia } from '../../kit/use-media.ts';
import { news_open } from '../../platform/news-open.ts';
import { useStore } from '../../store.ts';
import { toggleScheme } from '../../style/scheme.ts';
import { keys_open } from '../keys-dialog.tsx';
import { leave } from '../session/sign-out.ts';
import { shownEntries } from '../side-menu.tsx';
import { chordsOf } from './chords.ts';
import { openPalette, palette_open, typed_ahead } from './open.ts';

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
  who: Subject | undefined;
}

/** `g` and a letter for every entry of the menu that is shown. */
function useChords(menu: readonly MenuEntry[], who: Subject | undefined): void {
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

/** Until the palette is loaded, typed letters are its first text and no shortcuts of the page. */
function TypingAhead() {
  // Removed in the same commit that mounts the palette, so that no typed letter is lost.
  useLayoutEffect(() => {
    const keyed = (event: KeyboardEvent) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      typed_ahead.set(typed_ahead.get() + event.key);
    };
    document.addEventListener('keydown', keyed, true);
    return () => document.removeEventListener('keydown', keyed, true);
  }, []);
  return null;
}

export function PaletteOpener({ area, menu, caller, who }: OpenerProps) {
  const open = useStore(palette_open);
  const phone = useMedia('phone');
  // Left open by a change of area, it must not be open again on return.
  useEffect(() => () => palette_open.set(false), []);
  useChords(menu, who);
  useKeys([{ key: 'k', label: 'find anything', with_control: true, run: openPalette }]);
  const label = `Find anything, ${controlKey('K')}`;
  return (
    <>
      {/* A phone's header has no room for it: there it is in the menu. */}
      {!phone && (
        <IconButton label="Find anything" icon={IconCommand} title={label} onClick={openPalette} />
      )}
      {open && !caller && <TypingAhead />}
      {open && caller && (
        <Suspense fallback={<TypingAhead />}>
          <Palette
            area={area}
            menu={menu}
            caller={caller}
            more={shell_actions}
            onClose={() => palette_open.set(false)}
          />
        </Suspense>
      )}
    </>
  );
}
