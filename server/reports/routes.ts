// The calls of reports in the app.
import { custom_outputs } from '../../contract/reports/custom-outputs.ts';
import { dashboard } from '../../contract/reports/dashboard.ts';
import { report_exports } from '../../contract/reports/exports.ts';
import { saved_searches } from '../../contract/reports/saved-searches.ts';
import { statistics } from '../../contract/reports/statistics.ts';
import { type Routes, routes } from '../http/serve.ts';
import { customOutputHandlers } from './custom-outputs.ts';
import { dashboardHandlers } from './dashboard/home.ts';
import { exportHandlers } from './exports.ts';
import { savedSearchHandlers } from './saved-searches.ts';
import { statisticsHandlers } from './statistics/statistics.ts';

export const report_routes: readonly Routes[] = [
  routes(dashboard, dashboardHandlers),
  routes(statistics, statisticsHandlers),
  routes(report_exports, exportHandlers),
  routes(saved_searches, savedSearchHandlers),
  routes(custom_outputs, customOutputHandlers),
];
