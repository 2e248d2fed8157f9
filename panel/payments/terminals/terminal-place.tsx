// Whose terminals a screen shows: the merchant the address names, or the one that is signed in.
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { AccountType } from '../../../contract/access/access.ts';
import { subjectOf, whyNotAllowed } from '../../../contract/access/allowed.ts';
import { may } from '../../../contract/access/may.ts';
import { sessions } from '../../../contract/identity/sessions.ts';
import { useRecord } from '../../hooks.ts';
import { Page } from '../../kit/page/page-parts.tsx';
import { useOwnMerchant } from '../../session/own-merchant.ts';
import type { Place } from './paths.ts';

interface PlaceProps {
  area: AccountType;
  show: (place: Place) => ReactNode;
}

export function TerminalPlace({ area, show }: PlaceProps) {
  const { merchantID } = useParams();
  const { data: viewer } = useRecord(sessions.get, {}, { stale_ms: 60_000 });
  const own = useOwnMerchant(area);
  const merchant_id = area === 'merchant' ? own?.id : merchantID;
  if (merchant_id === undefined || viewer === undefined) return <Page aria-busy="true" />;
  const who = subjectOf(viewer);
  return show({
    area,
    merchant_id,
    sets_up: whyNotAllowed(may.set_up_terminals, who) === '',
    may_manage: whyNotAllowed(may.manage_terminals, who) === '',
  });
}
