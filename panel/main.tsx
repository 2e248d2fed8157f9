// Mounts the panel: the routes of the four areas, the dialog and the toasts that stand above them.
import './zod-config.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import './tokens.css';
import './base.css';
import { adminRoutes } from './routes/admin.tsx';
import { merchantRoutes } from './routes/merchant.tsx';
import { partnerRoutes } from './routes/partner.tsx';
import { publicRoutes } from './routes/public.tsx';
import { loadBranding } from './shell/branding.ts';
import { GlobalDialog } from './shell/global-dialog.tsx';
import { Toasts } from './shell/toasts.tsx';
import { guardMarkup } from './trusted-types.ts';

guardMarkup();

const router = createBrowserRouter([adminRoutes, partnerRoutes, merchantRoutes, ...publicRoutes]);

void loadBranding();

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
    <GlobalDialog />
    <Toasts />
  </StrictMode>,
);
