// The frame around every screen of an area: menu, header, session watch, keys.
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { subjectOf } from '../../contract/access/allowed.ts';
import { sessions } from '../../contract/identity/sessions.ts';
import type { CallerRecord } from '../../contract/identity/users.ts';
import { styleNonce } from '../environment.ts';
import { useRecord } from '../hooks.ts';
import { pendingStepPath } from '../identity/sign-in/pending-step.ts';
import { DisplayProvider, default_display } from '../kit/format/display.ts';
import { ZoneNote } from '../kit/format/zone-note.tsx';
import { listenToKeys } from '../kit/keys/keys.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { listenToLinks } from '../kit/new-tab.ts';
import { type Crumb, EntryAbove, entryAbove } from '../kit/page/crumbs.tsx';
import { useMedia } from '../kit/use-media.ts';
import { useTraceOpener } from '../platform/use-trace-opener.ts';
import type { AreaHandle } from '../routes/area.tsx';
import { useOwnMerchant } from '../session/own-merchant.ts';
import { session, shownFor, touchSession } from '../session/session.ts';
import { viewing } from '../session/viewing.ts';
import { useStore } from '../store.ts';
import { scheme } from '../style/scheme.ts';
import { cssVariablesResolver, theme } from '../style/theme.ts';
import { Header } from './header.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { query_client } from './query-client.ts';
import { ActingBanner } from './session/acting-banner.tsx';
import { IdleWarning } from './session/idle-warning.tsx';
import { ViewingBanner } from './session/viewing-banner.tsx';
import { SideMenu } from './side-menu.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { useRouteFocus } from './use-route-focus.ts';
import './mantine-styles.ts';
import '../style/mantine.css';
import '../style/print.css';
import '../kit/kit.module.css';
import '../kit/page/page.module.css';
import '../kit/form/form.module.css';
import styles from './shell.module.css';

const collapsed_key = 'penstock-menu-collapsed';

/** Open or not: remembered on wide windows; on others closed at start and after each navigation. */
function useMenu(path: string) {
  const over = useMedia('tablet');
  const [collapsed, setCollapsed] = useState(localStorage.getItem(collapsed_key) === '1');
  const [open_at, setOpenAt] = useState('');
  const toggle = () => {
    if (over) {
      setOpenAt(open_at === path ? '' : path);
      return;
    }
    localStorage.setItem(collapsed_key, collapsed ? '0' : '1');
    setCollapsed(!collapsed);
  };
  return { over, collapsed: !over && collapsed, shown: !over || open_at === path, toggle };
}

/** The area's own handle, and the list or room that its page belongs to. */
function useAreaHandle(): AreaHandle & { above: Crumb | null } {
  const { pathname } = useLocation();
  const handles = useMatches().map((match) => match.handle as Partial<AreaHandle> | undefined);
  const own = handles.find((handle) => handle?.area !== undefined) as AreaHandle;
  return { ...own, above: entryAbove(handles, pathname) };
}

/** Until the caller is loaded, the menu shows nothing that a later entry could push down. */
const none: MenuEntry[] = [];

function Frame() {
  const { area, menu, above } = useAreaHandle();
  const { pathname, key } = useLocation();
  const { data: caller, isError, refetch } = useRecord(sessions.get, {}, { stale_ms: 60_000 });
  const view = useStore(viewing);
  // What the account does not have is not in its menu (spec 2 §6).
  const own = useOwnMerchant(area);
  const who = caller && subjectOf(caller, own?.permissions);
  const known = caller !== undefined || isError;
  const blocked_at = caller?.pending_blocks ? pendingStepPath(area, caller.pending) : '';
  const side = useMenu(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of route counts
  useEffect(touchSession, [pathname, key]);
  useRouteFocus(pathname);
  useEffect(listenToKeys, []);
  useEffect(listenToLinks, []);
  useTraceOpener(area);
  const stay = () => {
    touchSession();
    void refetch();
  };
  return (
    <DisplayProvider value={caller ? displayOf(caller) : default_display}>
      {/* biome-ignore lint/a11y/useValidAnchor: a way within the page, unseen by the router */}
      <a className={styles.skipLink} href="#main" onClick={skip}>
        Skip to content
      </a>
      <div className={styles.shell} data-shell data-collapsed={side.collapsed || undefined}>
        {side.shown && (
          <>
            <SideMenu
              {...{ area, who, collapsed: side.collapsed, over: side.over }}
              explained={view !== null}
              entries={known ? menu : none}
              onToggle={side.toggle}
            />
            {side.over && (
              <div className={styles.menuVeil} aria-hidden="true" onClick={side.toggle} />
            )}
          </>
        )}
        <div className={styles.shellPage} inert={side.over && side.shown}>
          <Header
            {...{ area, caller, who, menu, known }}
            menu_open={side.over && side.shown}
            onMenu={side.toggle}
            onRefresh={stay}
          />
          <main id="main" tabIndex={-1}>
            <ActingBanner caller={caller} />
            {view && <ViewingBanner view={view} />}
            {blocked_at === '' || blocked_at === pathname ? (
              <EntryAbove value={above}>
                <Outlet />
              </EntryAbove>
            ) : (
              <Navigate to={blocked_at} replace />
            )}
            <ZoneNote />
            {/* Menus, popovers and hints are mounted here, within the landmark they belong to. */}
            <div data-mantine-shared-portal-node />
          </main>
        </div>
      </div>
      <IdleWarning onStay={stay} />
      <KeysDialog />
      <UnsavedGuard />
    </DisplayProvider>
  );
}

/** The address stays as it is: it holds what a list was searched for. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Without a choice of their own a user sees the account's time zone (decisions G49). */
function displayOf(caller: Pick<CallerRecord, 'timezone' | 'account_timezone' | 'dateformat'>) {
  return {
    time_zone: caller.timezone || caller.account_timezone || 'UTC',
    dateformat: caller.dateformat || default_display.dateformat,
  };
}

export function AreaShell() {
  const { area } = useAreaHandle();
  useStore(session);
  useStore(viewing);
  const color_scheme = useStore(scheme);
  if (shownFor()?.account_type !== area) return <Navigate to="/auth" replace />;
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={color_scheme}
      getStyleNonce={styleNonce}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={query_client}>
        <Frame />
      </QueryClientProvider>
    </MantineProvider>
  );
}
