// Names of who owns a book and of what an account is held with, read as they are needed.
import { Link } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { merchants } from '../../contract/accounts/merchants.ts';
import type { BalanceRecord } from '../../contract/ledger/balances.ts';
import { useRecord } from '../hooks.ts';
import { RecordId } from '../kit/format/record-id.tsx';
import { session } from '../session/session.ts';
import { useStore } from '../store.ts';

const stale_after_ms = 600_000;

interface OwnerNameProps {
  id: string;
  /** Books that only merchants own. */
  of_merchant: boolean;
  area: AccountType;
}

/** The merchant, the caller's own book, or the gateway's. */
export function OwnerName({ id, of_merchant, area }: OwnerNameProps) {
  const own = useStore(session)?.account_id === id;
  const asks = of_merchant && !own && area !== 'merchant' && id !== 'platform' && id !== '';
  const { data } = useRecord(
    merchants.get,
    { params: { id } },
    { quiet: true, enabled: asks, stale_ms: stale_after_ms },
  );
  if (id === '') return area === 'merchant' ? 'Your account' : 'All accounts together';
  if (id === 'platform') return 'The gateway';
  if (own) return 'Your account';
  if (data === undefined) return <RecordId id={id} label="Account ID" plain />;
  return <Link to={`?merchant=${id}`}>{data.name}</Link>;
}

type PartyNameProps = Pick<BalanceRecord, 'party' | 'party_name'>;

/** The processor's or terminal's name; else what the party is called. */
export function PartyName({ party, party_name }: PartyNameProps) {
  if (party === '') return null;
  return party_name !== '' ? party_name : <RecordId id={party} label="Processor ID" plain />;
}
