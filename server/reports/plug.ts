// The calls of reports in the app.
import { report_exports } from '../../contract/reports/exports.ts';
import { serve } from '../http/serve.ts';
import { exportHandlers } from './exports.ts';

export function plugReports(app: Parameters<typeof serve>[0]): void {
  serve(app, report_exports, exportHandlers);
}
