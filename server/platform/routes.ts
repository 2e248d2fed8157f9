// The calls of the platform in the app: health, clock, audit log, mailbox, news and the rest.
import { audit_log } from '../../contract/platform/audit-log.ts';
import { countries } from '../../contract/platform/countries.ts';
import { health } from '../../contract/platform/health.ts';
import { mailbox } from '../../contract/platform/mailbox.ts';
import { news } from '../../contract/platform/news.ts';
import { parked_events } from '../../contract/platform/parked-events.ts';
import { request_traces } from '../../contract/platform/request-trace.ts';
import { clock } from '../../contract/platform/sandbox-clock.ts';
import { screen_failures } from '../../contract/platform/screen-failures.ts';
import type { MovableClock } from '../clock.ts';
import { type Routes, routes } from '../http/serve.ts';
import { parkedEventHandlers } from '../jobs/parked-events.ts';
import type { Runner } from '../jobs/runner.ts';
import { clockHandlers } from '../jobs/sandbox-clock.ts';
import { auditHandlers } from './audit-log-search.ts';
import { countryHandlers } from './countries.ts';
import { healthHandlers } from './health.ts';
import { mailboxHandlers } from './mailbox.ts';
import { newsHandlers } from './news.ts';
import { traceHandlers } from './request-trace.ts';
import { screenFailureHandlers } from './screen-failures.ts';

/** The runner is read when a call needs it: it is made after the app. */
export function platformRoutes(
  movable_clock: MovableClock,
  runner: () => Runner,
): readonly Routes[] {
  return [
    routes(health, healthHandlers),
    routes(clock, clockHandlers(movable_clock, runner)),
    routes(parked_events, parkedEventHandlers),
    routes(audit_log, auditHandlers),
    routes(request_traces, traceHandlers),
    routes(screen_failures, screenFailureHandlers),
    routes(mailbox, mailboxHandlers),
    routes(news, newsHandlers),
    routes(countries, countryHandlers),
  ];
}
