// Screens of Apple Pay settings of a merchant's own account.
import { Navigate, type RouteObject } from 'react-router';
import { screenRoute } from '../../kit/page/screen-route.tsx';
import { newRegistrationPath } from './paths.ts';

type Screens = typeof import('./screens.ts').screens;
const load = (name: keyof Screens) => async () => (await import('./screens.ts')).screens[name];

export const applePayRoutes: RouteObject[] = [
  screenRoute('settings/apple-pay', load('RegistrationList'), {}),
  {
    path: 'settings/apple-pay/create',
    element: <Navigate to={newRegistrationPath()} replace />,
  },
  screenRoute('settings/apple-pay/create/:type', load('NewRegistration'), {}),
  screenRoute('settings/apple-pay/update/:registrationID', load('OneRegistration'), {}),
  screenRoute('settings/apple-pay/update/:registrationID/certificates', load('Certificates'), {}),
];
