// Whose processors a screen shows: the merchant the address names, or the one that is signed in.
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { AccountType } from '../../../contract/access.ts';
import { useOwnMerchant } from '../use-reader.ts';
import type { Place } from './paths.ts';

export function At({ area, show }: { area: AccountType; show: (place: Place) => ReactNode }) {
  const { merchantID } = useParams();
  const own = useOwnMerchant(area);
  const merchant_id = area === 'merchant' ? own?.id : merchantID;
  if (merchant_id === undefined) return <div className="page" aria-busy="true" />;
  return show({ area, merchant_id });
}
