// Screens without an account; every path that is nobody's leads to the sign-in (spec 1 §2).
import { Navigate, type RouteObject, redirect } from 'react-router';
import { SignIn } from '../identity/sign-in.tsx';
import { mayEnter, session } from '../session.ts';
import { RouteError } from '../shell/route-error.tsx';

/** Whoever is signed in already goes to their area. */
function alreadyIn() {
  const area = session.get()?.account_type;
  return area !== undefined && mayEnter(area) ? redirect(`/${area}`) : null;
}

export const publicRoutes: RouteObject[] = [
  {
    path: '/auth',
    element: <SignIn />,
    loader: alreadyIn,
    errorElement: <RouteError />,
    hydrateFallbackElement: <div />,
  },
  { path: '*', element: <Navigate to="/auth" replace /> },
];
