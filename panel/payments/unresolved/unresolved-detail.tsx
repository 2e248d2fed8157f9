// One unresolved attempt: what is known, what was tried, who decides, and the three things to do.
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type UnresolvedRecord, unresolved } from '../../../contract/payments/unresolved.ts';
import { useRecord } from '../../hooks.ts';
import { RecordId } from '../../kit/format/record-id.tsx';
import { icon_14 } from '../../kit/icon.ts';
import { useDocumentTitle } from '../../kit/page-title.tsx';
import { session } from '../../session/session.ts';
import { useStore } from '../../store.ts';
import { unresolved_path } from '../paths.ts';
import { useRefreshAt } from '../use-refresh-at.ts';
import { DecideDialog, type Step } from './decide-dialog.tsx';
import { AttemptHero, ProposalBanner, StoreFailureBanner } from './unresolved-head.tsx';
import { AttemptFacts, Known, Tried } from './unresolved-parts.tsx';
import '../payments.css';

export function UnresolvedDetail() {
  const { merchantID = '', attemptID = '' } = useParams();
  const params = { merchantId: merchantID, attemptId: attemptID };
  const { data, isError, refetch, dataUpdatedAt } = useRecord(unresolved.get, { params });
  useRefreshAt(data?.next_inquiry_at ?? null, dataUpdatedAt, () => void refetch());
  useDocumentTitle('Unresolved');
  return (
    <div className="page">
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to={unresolved_path}>Unresolved</Link>
        <IconChevronRight {...icon_14} />
        <RecordId id={attemptID} label="Attempt ID" />
      </nav>
      {data && <Loaded one={data} />}
      {!data && isError && (
        <>
          <h1>Attempt not shown</h1>
          <p className="hint">This attempt could not be read. The dialog said why.</p>
        </>
      )}
      {!data && !isError && (
        <div aria-busy="true" role="status" aria-label="Loading">
          <span className="skeleton detail-skeleton" />
          <span className="skeleton detail-skeleton" />
        </div>
      )}
    </div>
  );
}

function Loaded({ one }: { one: UnresolvedRecord }) {
  const user = useStore(session);
  const [step, choose] = useState<Step | null>(null);
  const user_id = user?.user_id ?? '';
  const given = { one, user_id, may_decide: user?.role === 'admin', onChoose: choose };
  return (
    <>
      <AttemptHero {...given} />
      <StoreFailureBanner one={given.one} />
      <ProposalBanner {...given} />
      <div className="detail-columns">
        <div className="detail-stack">
          <Known one={one} user_id={user_id} />
          <Tried one={one} />
        </div>
        <div className="detail-stack">
          <AttemptFacts one={one} />
        </div>
      </div>
      {step && (
        <DecideDialog step={step} one={one} user_id={user_id} onClose={() => choose(null)} />
      )}
    </>
  );
}
