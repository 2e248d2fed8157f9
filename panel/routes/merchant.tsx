// Screens of merchants (spec 1 §2).
import { paymentMenu, paymentRoutes } from '../payments/routes.tsx';
import { areaRoutes } from './area.tsx';

export const merchantRoutes = areaRoutes({
  area: 'merchant',
  start: 'transaction/search',
  menu: paymentMenu('merchant'),
  screens: paymentRoutes('merchant'),
});
