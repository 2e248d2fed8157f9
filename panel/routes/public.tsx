// Screens without an account; every path that is nobody's leads to the sign-in (spec 1 §2).
import { Navigate, type RouteObject, redirect } from 'react-router';
import { SignIn } from '../identity/sign-in/sign-in.tsx';
import { screenRoute } from '../kit/page/screen-route.tsx';
import { mayEnter, session, shownFor } from '../session/session.ts';
import { RouteError } from '../shell/route-error.tsx';

/** Whoever is signed in already goes to their area, unless they come with a key of login-as. */
function alreadyIn({ request }: { request: Request }) {
  if (new URL(request.url).searchParams.has('auth_key')) return null;
  const area = shownFor()?.account_type;
  return area !== undefined && mayEnter(area) ? redirect(`/${area}`) : null;
}

const forgotUsername = async () =>
  (await import('../identity/passwords/forgotten.tsx')).ForgotUsername;
const forgotPassword = async () =>
  (await import('../identity/passwords/forgotten.tsx')).ForgotPassword;
const userSetup = async () => (await import('../identity/passwords/forgotten.tsx')).UserSetup;
const newPassword = () => import('../identity/passwords/new-password.tsx');
const terms = () => import('../identity/sign-in/terms.tsx');

const guarded: RouteObject[] = [
  { index: true, element: <SignIn /> },
  screenRoute('forgot-username', forgotUsername, {}),
  screenRoute('forgot-password/:username?', forgotPassword, {}),
  screenRoute('user-setup/:username?', userSetup, {}),
  {
    path: 'reset-password/:reset_code',
    lazy: async () => {
      const { NewPassword } = await newPassword();
      const again = { to: '/auth/forgot-password', text: 'Send me a new link' };
      return { element: <NewPassword heading="Choose a new password" again={again} /> };
    },
  },
  {
    path: 'password-setup/:reset_code',
    lazy: async () => {
      const { NewPassword } = await newPassword();
      const again = { to: '/auth/user-setup', text: 'Send me a new link' };
      return { element: <NewPassword heading="Choose your password" again={again} /> };
    },
  },
  {
    path: 'need-help',
    lazy: async () => ({ Component: (await import('../identity/sign-in/need-help.tsx')).NeedHelp }),
  },
  { path: 'view-tos', lazy: async () => ({ Component: (await terms()).ViewTerms }) },
  {
    path: '2fa-setup/:token',
    lazy: async () => ({
      Component: (await import('../identity/factors/two-factor-setup.tsx')).FactorSetup,
    }),
  },
  { path: '*', element: <Navigate to="/auth" replace /> },
];

/** The terms are accepted by somebody who is signed in already. */
function somebodyIn() {
  return session.get() === null ? redirect('/auth') : null;
}

export const publicRoutes: RouteObject[] = [
  {
    path: '/auth/accept-tos',
    loader: somebodyIn,
    lazy: async () => ({ Component: (await terms()).AcceptTerms }),
    errorElement: <RouteError />,
    hydrateFallbackElement: <div />,
  },
  {
    path: '/auth',
    loader: alreadyIn,
    errorElement: <RouteError />,
    hydrateFallbackElement: <div />,
    children: guarded,
  },
  // Where an area's table of routes is still to come it stands as their place as well.
  {
    path: '*',
    element: <Navigate to="/auth" replace />,
    hydrateFallbackElement: <div />,
    errorElement: <RouteError />,
  },
];
