// One action of the audit log: its facts, and what stood before and after.
import { Link, useParams } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { type AuditRecord, audit_log } from '../../contract/platform/audit-log.ts';
import { useRecord } from '../hooks.ts';
import { Moment } from '../kit/format/moment.tsx';
import { RecordId } from '../kit/format/record-id.tsx';
import { StatusBadge } from '../kit/format/status-badge.tsx';
import pageStyles from '../kit/page/page.module.css';
import { Hint } from '../kit/page/page-parts.tsx';
import { useDocumentTitle } from '../kit/page/page-title.tsx';
import { RecordPage, RecordSkeleton } from '../kit/page/record-page.tsx';
import { Facts } from '../kit/parts/facts.tsx';
import { Section } from '../kit/parts/section.tsx';
import { actionText } from './action-text.ts';
import styles from './audit-log.module.css';
import { Changes, hasChanges } from './changes.tsx';
import { actorText, credentialText, outcomeBadge } from './labels.ts';
import { auditPath, tracePath } from './paths.ts';

function RowFacts({ row, area }: { row: AuditRecord; area: AccountType }) {
  return (
    <Section title="Facts">
      <Facts
        facts={[
          { label: 'When', value: <Moment at={row.created_at} /> },
          { label: 'User', value: row.user_name },
          { label: 'Acting user', value: row.acting_user_name },
          { label: 'Authentication', value: credentialText(row.credential) },
          { label: 'IP address', value: row.ip_address },
          { label: 'Account', value: row.account_name },
          {
            label: 'Record',
            value: row.noun_id && <RecordId id={row.noun_id} label="Record ID" />,
          },
          {
            label: 'Error ID',
            value: row.correlation_id && (
              <span className={styles.auditIds}>
                <RecordId id={row.correlation_id} label="Error ID" />
                <Link to={tracePath(area, row.correlation_id)}>Request trace</Link>
              </span>
            ),
          },
        ]}
      />
    </Section>
  );
}

function Details({ row }: { row: AuditRecord }) {
  if (row.refused !== '') {
    return (
      <Section title="Why it was refused">
        <p>{row.refused}</p>
      </Section>
    );
  }
  return (
    <Section title="What changed" flush={hasChanges(row)}>
      {hasChanges(row) ? <Changes row={row} /> : <Hint>No fields were changed.</Hint>}
    </Section>
  );
}

export function AuditDetail({ area }: { area: AccountType }) {
  const { merchantID = '', auditID = '' } = useParams();
  const params = { merchantId: merchantID, id: auditID };
  const { data, error, refetch } = useRecord(audit_log.get, { params });
  useDocumentTitle('Audit log');
  return (
    <RecordPage
      list={{ to: auditPath(area), label: 'Audit log' }}
      id={auditID}
      id_label="Audit ID"
      noun="Action"
      of={{ error, refetch }}
      skeleton={<RecordSkeleton className={styles.auditSkeleton} />}
    >
      {data && (
        <>
          <div className={pageStyles.pageTitle} data-part="page-title">
            <h1>{actionText(data)}</h1>
            <StatusBadge badge={outcomeBadge(data)} />
            <span className={pageStyles.pageNote}>by {actorText(data)}</span>
          </div>
          <div className={styles.auditColumns}>
            <Details row={data} />
            <RowFacts row={data} area={area} />
          </div>
        </>
      )}
    </RecordPage>
  );
}
