// Whose equipment a screen shows: of the merchant the address names, or of the one signed in.
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { type Subject, subjectOf } from '../../contract/access/allowed.ts';
import { sessions } from '../../contract/identity/sessions.ts';
import { useRecord } from '../hooks.ts';
import { Page } from '../kit/page/page-parts.tsx';
import { useOwnMerchant } from '../session/own-merchant.ts';

/** A merchant as an address of this area names it. */
export interface MerchantAt {
  area: AccountType;
  merchant_id: string;
}

export interface PlaceProps<Rights> {
  area: AccountType;
  /** What the viewer may do there. */
  rightsOf: (viewer: Subject) => Rights;
  show: (place: MerchantAt & Rights) => ReactNode;
}

export function MerchantPlace<Rights>({ area, rightsOf, show }: PlaceProps<Rights>) {
  const { merchantID } = useParams();
  const { data: viewer } = useRecord(sessions.get, {}, { stale_ms: 60_000 });
  const own = useOwnMerchant(area);
  const merchant_id = area === 'merchant' ? own?.id : merchantID;
  if (merchant_id === undefined || viewer === undefined) return <Page aria-busy="true" />;
  return show({ area, merchant_id, ...rightsOf(subjectOf(viewer)) });
}
