// One unresolved attempt: what is known, what was tried, who decides, and the three things to do.
import { useState } from 'react';
import { useParams } from 'react-router';
import { type UnresolvedRecord, unresolved } from '../../../contract/payments/unresolved.ts';
import { useRecord } from '../../hooks.ts';
import { useDocumentTitle } from '../../kit/page/page-title.tsx';
import { RecordPage, RecordSkeleton } from '../../kit/page/record-page.tsx';
import { session } from '../../session/session.ts';
import { useStore } from '../../store.ts';
import { unresolved_path } from '../paths.ts';
import styles from '../record.module.css';
import { useRefreshAt } from '../use-refresh-at.ts';
import { DecideDialog, type Step } from './decide-dialog.tsx';
import { AttemptHero, ProposalBanner, StoreFailureBanner } from './unresolved-head.tsx';
import { AttemptFacts, Known, RecoverySteps } from './unresolved-parts.tsx';

export function UnresolvedDetail() {
  const { merchantID = '', attemptID = '' } = useParams();
  const params = { merchantId: merchantID, attemptId: attemptID };
  const { data, error, refetch, dataUpdatedAt } = useRecord(unresolved.get, { params });
  useRefreshAt(data?.next_inquiry_at ?? null, dataUpdatedAt, () => void refetch());
  useDocumentTitle('Unresolved payment');
  return (
    <RecordPage
      list={{ to: unresolved_path, label: 'Unresolved payments' }}
      id={attemptID}
      id_label="Attempt ID"
      noun="Attempt"
      of={{ error, refetch }}
      skeleton={<RecordSkeleton className={styles.skeleton} count={2} />}
    >
      {data && <Loaded one={data} />}
    </RecordPage>
  );
}

function Loaded({ one }: { one: UnresolvedRecord }) {
  const user = useStore(session);
  const [step, choose] = useState<Step | null>(null);
  const user_id = user?.user_id ?? '';
  const props = { one, user_id, may_decide: user?.role === 'admin', onChoose: choose };
  return (
    <>
      <AttemptHero {...props} />
      <StoreFailureBanner one={props.one} />
      <ProposalBanner {...props} />
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Known one={one} user_id={user_id} />
          <RecoverySteps one={one} />
        </div>
        <div className={styles.stack}>
          <AttemptFacts one={one} />
        </div>
      </div>
      {step && (
        <DecideDialog step={step} one={one} user_id={user_id} onClose={() => choose(null)} />
      )}
    </>
  );
}
