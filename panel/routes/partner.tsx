// Screens of partners (spec 1 §2).
import { paymentMenu, paymentRoutes } from '../payments/routes.tsx';
import { areaRoutes } from './area.tsx';

export const partnerRoutes = areaRoutes({
  area: 'partner',
  start: 'transactions',
  menu: paymentMenu('partner'),
  screens: paymentRoutes('partner'),
});
