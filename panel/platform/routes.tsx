// Screens and menu entries of the audit log and the mailbox in each of the three areas.
import { IconHistory, IconMail, IconMailPause } from '@tabler/icons-react';
import { type RouteObject, redirect } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { may } from '../../contract/access/may.ts';
import { hasMailbox } from '../environment.ts';
import type { MenuEntry } from '../kit/menu-entry.ts';
import { shownFor } from '../session/session.ts';
import { auditPath, mailbox_path, parked_events_path } from './paths.ts';

/** Of a merchant's users the admin role alone reads what the others did. */
function readerLoader(area: AccountType) {
  const shut = area === 'merchant' && shownFor()?.role !== may.see_audit.merchant_role;
  return shut ? redirect(`/${area}`) : null;
}

const mailScreens = async () => ({ Component: (await import('./mailbox.tsx')).Mailbox });

/** Letters hold links that reset passwords: the office's role admin reads them. */
function mailRoutes(area: AccountType): RouteObject[] {
  if (area !== 'admin' || !hasMailbox()) return [];
  const loader = () => (shownFor()?.role === may.read_mail.role ? null : redirect('/admin'));
  return [
    { path: 'mailbox', loader, lazy: mailScreens },
    { path: 'mailbox/:mailID', loader, lazy: mailScreens },
  ];
}

/** Dead letters are the office's, role admin. */
function parkedRoutes(area: AccountType): RouteObject[] {
  if (area !== 'admin') return [];
  const loader = () =>
    shownFor()?.role === may.manage_parked_events.role ? null : redirect('/admin');
  return [
    {
      path: 'parked-events',
      loader,
      lazy: async () => ({ Component: (await import('./parked-events.tsx')).ParkedEvents }),
    },
    {
      path: 'parked-events/:merchantID/:eventID',
      loader,
      lazy: async () => ({ Component: (await import('./parked-event.tsx')).ParkedEventScreen }),
    },
  ];
}

const parked_entry: MenuEntry = {
  label: 'Parked events',
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
    {
      path: 'audit',
      loader,
      lazy: async () => {
        const { AuditList } = await import('./audit-list.tsx');
        return { Component: () => <AuditList area={area} /> };
      },
    },
    {
      path: 'audit/:merchantID/:auditID',
      loader,
      lazy: async () => {
        const { AuditDetail } = await import('./audit-detail.tsx');
        return { Component: () => <AuditDetail area={area} /> };
      },
    },
    {
      path: 'trace/:correlationID',
      lazy: async () => {
        const { TraceScreen } = await import('./trace-screen.tsx');
        return { Component: () => <TraceScreen area={area} /> };
      },
    },
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
