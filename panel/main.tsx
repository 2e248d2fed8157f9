// Mounts the panel: the routes of the four areas, the dialog and the toasts that stand above them.
import './zod-config.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  RouterProvider,
} from 'react-router';
import '@fontsource-variable/inter/wght.css';
import './style/font.css';
import './style/tokens.css';
import './style/base.css';
import './style/basics.module.css';
import { publicRoutes } from './routes/public.tsx';
import { shareSession } from './session/session-tabs.ts';
import { computeVisitorHint } from './session/visitor.ts';
import { loadBranding } from './shell/brand/branding.ts';
import { GlobalDialog } from './shell/global-dialog.tsx';
import { LoadingBar } from './shell/loading-bar.tsx';
import { Toasts } from './shell/toasts.tsx';
import { guardMarkup } from './trusted-types.ts';

guardMarkup();
shareSession(new BroadcastChannel('penstock-session'));

/** An area's screens are loaded when somebody goes there: the sign-in does not carry the lists. */
const tables: Readonly<Record<string, () => Promise<RouteObject>>> = {
  admin: async () => (await import('./routes/admin.tsx')).adminRoutes,
  partner: async () => (await import('./routes/partner.tsx')).partnerRoutes,
  merchant: async () => (await import('./routes/merchant.tsx')).merchantRoutes,
};
const loaded = new Set<string>();

const tellRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  const area = path.split('/')[1] ?? '';
  const table = tables[area];
  if (table === undefined || loaded.has(area)) return;
  const route = await table();
  loaded.add(area);
  patch(null, [route]);
};

const router = createBrowserRouter(publicRoutes, { patchRoutesOnNavigation: tellRoutes });

computeVisitorHint();

/** The first paint wears the brand already; a server that is slow holds it up a second at most. */
const longest_wait_ms = 1000;
const waited = new Promise((done) => setTimeout(done, longest_wait_ms));

void Promise.race([loadBranding(), waited]).then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <RouterProvider router={router} />
      <LoadingBar />
      <GlobalDialog />
      <Toasts />
    </StrictMode>,
  ),
);
