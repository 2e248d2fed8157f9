// The button shown while something is flagged, with a link to it (spec 2 §2, Q10).
import { IconFlag } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { AccountType } from '../../../../contract/access/access.ts';
import { transactions } from '../../../../contract/payments/transactions/endpoints.ts';
import type { Status } from '../../../../contract/payments/transactions/states.ts';
import { useRecord } from '../../../hooks.ts';
import { icon_16 } from '../../../kit/icon.ts';
import basics from '../../../style/basics.module.css';
import { list_paths } from '../../paths.ts';
import styles from './transactions.module.css';

const watched: Readonly<Record<AccountType, readonly Status[]>> = {
  merchant: ['flagged'],
  partner: ['flagged_partner'],
  admin: ['flagged', 'flagged_partner'],
};

const words: Readonly<Partial<Record<Status, string>>> = {
  flagged: 'flagged',
  flagged_partner: 'flagged for partner',
};

interface FlaggedProps {
  area: AccountType;
  status: Status;
  asks: boolean;
}

function Flagged({ area, status, asks }: FlaggedProps) {
  const input: Record<string, unknown> = { status: { operator: '=', value: status }, limit: 10 };
  const { data } = useRecord(transactions.search, { input }, { quiet: true, enabled: asks });
  const count = data?.total_count ?? 0;
  if (count === 0) return null;
  return (
    <Link
      className={`${basics.plainButton} ${styles.flaggedButton}`}
      to={`${list_paths[area]}?status=is:${status}`}
    >
      <IconFlag {...icon_16} />
      {count} {area === 'admin' ? words[status] : 'flagged'}
    </Link>
  );
}

/** They ask once the rows are there: of a server that refuses or is away the list asks alone. */
export function FlaggedButtons({ area, asks }: Omit<FlaggedProps, 'status'>) {
  return watched[area].map((status) => (
    <Flagged key={status} area={area} status={status} asks={asks} />
  ));
}
