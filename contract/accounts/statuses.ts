// Statuses of partners and merchants: legal moves, who makes them, and what each one stops (Q4).
import { type AccountStatus, type AccountType, account_statuses } from '../access/access.ts';

interface Move {
  readonly from: AccountStatus;
  readonly to: AccountStatus;
  /** Account types that may make it, for accounts below them and never for their own. */
  readonly by: readonly AccountType[];
  /** What the button says. */
  readonly label: string;
}

/** A closed account has ended its contract: only the office takes it back, as disabled at first. */
export const status_moves: readonly Move[] = [
  { from: 'active', to: 'disabled', by: ['admin', 'partner'], label: 'Disable' },
  { from: 'active', to: 'closed', by: ['admin'], label: 'Close' },
  { from: 'disabled', to: 'active', by: ['admin', 'partner'], label: 'Enable' },
  { from: 'disabled', to: 'closed', by: ['admin'], label: 'Close' },
  { from: 'closed', to: 'disabled', by: ['admin'], label: 'Reopen as disabled' },
];

/** Whether the account may go from one status to the other; null where it may not. */
export function statusMove(from: AccountStatus, to: AccountStatus): Move | null {
  return status_moves.find((move) => move.from === from && move.to === to) ?? null;
}

/** Moves a caller of this type may make from here: what its screen offers. */
export function movesFrom(from: AccountStatus, by: AccountType): readonly Move[] {
  return status_moves.filter((move) => move.from === from && move.by.includes(by));
}

const spellings: Readonly<Record<string, AccountStatus>> = {
  enable: 'active',
  enabled: 'active',
  disable: 'disabled',
  close: 'closed',
};

/** The status a path or body names: `disable` and `disabled` are one (Q4); null for none. */
export function accountStatus(text: string): AccountStatus | null {
  return account_statuses.find((status) => status === text) ?? spellings[text] ?? null;
}

interface StatusEffect {
  /** The account's users sign in and its API keys, private and public, open something. */
  readonly credentials: boolean;
  /** New payments begin, also those that a schedule or a public page would begin. */
  readonly new_payments: boolean;
  /**
   * Money already moved is finished: inquiries, settlement, postings, receipts, webhook deliveries.
   */
  readonly money_in_flight: boolean;
  /** What strangers may read of it: its logo, its public pages. */
  readonly public_reading: boolean;
  /** New accounts and accounts moved here may be placed below it. */
  readonly takes_accounts_below: boolean;
}

/**
 * What a status allows the account itself. The accounts below a partner keep their own status and
 * go on working whatever becomes of the partner: their customers and their money are not its.
 * Whoever wants them stopped disables them; the partner's own users and keys reach nothing.
 */
export const status_effects: Readonly<Record<AccountStatus, StatusEffect>> = {
  active: {
    credentials: true,
    new_payments: true,
    money_in_flight: true,
    public_reading: true,
    takes_accounts_below: true,
  },
  disabled: {
    credentials: false,
    new_payments: false,
    money_in_flight: true,
    public_reading: false,
    takes_accounts_below: false,
  },
  closed: {
    credentials: false,
    new_payments: false,
    money_in_flight: true,
    public_reading: false,
    takes_accounts_below: false,
  },
};
