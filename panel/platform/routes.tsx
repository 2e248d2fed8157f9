// Screens and menu entries of the audit log and the mailbox in each of the three areas.
import { IconHistory, IconMail, IconMailPause } from '@tabler/icons-react';
import { type RouteObject, redirect } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import { hasMailbox } from '../environment.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { screenRoute } from '../kit/page/screen-route.tsx';
import { shownFor } from '../session/session.ts';
import { auditPath, mailbox_path, parked_events_path } from './paths.ts';

/** Of a merchant's users the admin role alone reads what the others did. */
function readerLoader(area: AccountType) {
  const shut = area === 'merchant' && shownFor()?.role !== may.see_audit.merchant_role;
  return shut ? redirect(`/${area}`) : null;
}

const mailbox = async () => (await import('./mailbox.tsx')).Mailbox;
const parkedEvents = async () => (await import('./parked-events.tsx')).ParkedEvents;
const parkedEvent = async () => (await import('./parked-event.tsx')).ParkedEventScreen;
const auditList = async () => (await import('./audit-log-list.tsx')).AuditList;
const auditDetail = async () => (await import('./audit-log-detail.tsx')).AuditDetail;
const trace = async () => (await import('./trace-screen.tsx')).TraceScreen;

/** Mails hold links that reset passwords: only the office's role admin reads them. */
function mailRoutes(area: AccountType): RouteObject[] {
  if (area !== 'admin' || !hasMailbox()) return [];
  const loader = () => (shownFor()?.role === may.read_mail.role ? null : redirect('/admin'));
  return [
    screenRoute('mailbox', mailbox, {}, loader),
    screenRoute('mailbox/:mailID', mailbox, {}, loader),
  ];
}

/** Only the office's role admin manages dead letters. */
function parkedRoutes(area: AccountType): RouteObject[] {
  if (area !== 'admin') return [];
  const loader = () =>
    shownFor()?.role === may.manage_parked_events.role ? null : redirect('/admin');
  return [
    screenRoute('parked-events', parkedEvents, {}, loader),
    screenRoute('parked-events/:merchantID/:eventID', parkedEvent, {}, loader),
  ];
}

const parked_entry: MenuEntry = {
  label: 'Failed events',
  group: 'Set up',
  to: parked_events_path,
  icon: IconMailPause,
  covers: /\/parked-events\//,
  needs: may.manage_parked_events,
};

/** Routes below the area's own. */
export function auditRoutes(area: AccountType): RouteObject[] {
  const loader = () => readerLoader(area);
  return [
    screenRoute('audit', auditList, { area }, loader),
    screenRoute('audit/:merchantID/:auditID', auditDetail, { area }, loader),
    screenRoute('trace/:correlationID', trace, { area }),
    ...parkedRoutes(area),
    ...mailRoutes(area),
  ];
}

export function auditMenu(area: AccountType): MenuEntry[] {
  const log: MenuEntry = {
    label: 'Audit log',
    group: 'Set up',
    to: auditPath(area),
    icon: IconHistory,
    covers: /\/(audit|trace)\//,
    needs: may.see_audit,
  };
  if (area !== 'admin') return [log];
  if (!hasMailbox()) return [log, parked_entry];
  const mails: MenuEntry = {
    label: 'Mailbox',
    group: 'Set up',
    to: mailbox_path,
    icon: IconMail,
    covers: /\/mailbox\//,
    needs: may.read_mail,
  };
  return [log, parked_entry, mails];
}
