// The calls of reports in the app.
import { audit_log } from '../../contract/platform/audit.ts';
import { screen_failures } from '../../contract/platform/screen-failures.ts';
import { stories } from '../../contract/platform/story.ts';
import { custom_outputs } from '../../contract/reports/custom-outputs.ts';
import { report_exports } from '../../contract/reports/exports.ts';
import { saved_searches } from '../../contract/saved-searches.ts';
import { serve } from '../http/serve.ts';
import { auditHandlers } from './audit-search.ts';
import { customOutputHandlers } from './custom-outputs.ts';
import { exportHandlers } from './exports.ts';
import { savedSearchHandlers } from './saved-searches.ts';
import { screenFailureHandlers } from './screen-failures.ts';
import { storyHandlers } from './story.ts';

export function plugReports(app: Parameters<typeof serve>[0]): void {
  serve(app, report_exports, exportHandlers);
  serve(app, audit_log, auditHandlers);
  serve(app, screen_failures, screenFailureHandlers);
  serve(app, stories, storyHandlers);
  serve(app, saved_searches, savedSearchHandlers);
  serve(app, custom_outputs, customOutputHandlers);
}
