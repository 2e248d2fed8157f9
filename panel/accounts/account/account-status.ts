// How the status of a partner or merchant reads, and what a change of it brings about.
import { IconBan, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react';
import type { AccountStatus } from '../../../contract/access/access.ts';
import { status_effects } from '../../../contract/accounts/statuses.ts';
import type { BadgeContent } from '../../kit/format/status-badge.tsx';
import type { Kind } from '../paths.ts';

export const status_badges: Readonly<Record<AccountStatus, BadgeContent>> = {
  active: { word: 'Active', tone: 'ok', icon: IconCircleCheck },
  disabled: { word: 'Disabled', tone: 'mute', icon: IconCircleMinus },
  closed: { word: 'Closed', tone: 'bad', icon: IconBan },
};

export interface Counts {
  users: number | null;
  partners: number | null;
  merchants: number | null;
}

const counted = (count: number | null, one: string) =>
  count === null ? `${one}s` : `${count} ${count === 1 ? one : `${one}s`}`;

/** `1 partner and 2 merchants`; '' where nobody stands below. */
function belowOf({ partners, merchants }: Counts): string {
  return [
    partners === 0 ? '' : counted(partners, 'partner'),
    merchants === 0 ? '' : counted(merchants, 'merchant'),
  ]
    .filter((part) => part !== '')
    .join(' and ');
}

/** What follows from the new status, one sentence a line, read off the table of effects. */
export function consequences(
  kind: Kind,
  from: AccountStatus,
  to: AccountStatus,
  counts: Counts,
): string[] {
  const [before, after] = [status_effects[from], status_effects[to]];
  const lines: string[] = [];
  const differs = (name: keyof typeof after) => before[name] !== after[name];
  if (differs('credentials')) {
    const users = counted(counts.users, 'user');
    lines.push(
      after.credentials
        ? `Its ${users} can log in again and its API keys work again.`
        : `Its ${users} are logged out and cannot log in. Its API keys stop working.`,
    );
  }
  if (kind === 'merchant' && differs('new_payments')) {
    lines.push(
      after.new_payments
        ? 'New and scheduled payments resume.'
        : 'New and scheduled payments stop, including on public pages.',
    );
  }
  if (kind === 'merchant' && !after.new_payments && after.money_in_flight) {
    lines.push('Payments already taken still settle and appear in reports.');
  }
  if (kind === 'merchant' && differs('public_reading')) {
    lines.push(after.public_reading ? 'Its logo is shown again.' : 'Its logo is no longer shown.');
  }
  if (kind === 'partner') {
    const below = belowOf(counts);
    if (below !== '') {
      lines.push(`The ${below} directly below keep their own status and keep working.`);
    }
    if (differs('takes_accounts_below') && !after.takes_accounts_below) {
      lines.push('Accounts can no longer be created or moved below it.');
    }
  }
  if (to === 'closed')
    lines.push('Only an administrator can reopen it. It is disabled when reopened.');
  return lines;
}
