// Screens of administrators (spec 1 §2).
import { paymentMenu, paymentRoutes } from '../payments/routes.tsx';
import { areaRoutes } from './area.tsx';

export const adminRoutes = areaRoutes({
  area: 'admin',
  start: 'transaction',
  menu: paymentMenu('admin'),
  screens: paymentRoutes('admin'),
});
