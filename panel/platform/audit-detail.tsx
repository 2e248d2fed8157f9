// One action of the audit log: its facts, and what stood before and after.
import { IconChevronRight } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { type AuditRecord, audit_log } from '../../contract/platform/audit.ts';
import { useRecord } from '../hooks.ts';
import { Facts } from '../kit/facts.tsx';
import { Moment } from '../kit/format/moment.tsx';
import { RecordId } from '../kit/format/record-id.tsx';
import { StatusBadge } from '../kit/format/status-badge.tsx';
import { icon_14 } from '../kit/icon.ts';
import { useDocumentTitle } from '../kit/page-title.tsx';
import { Section } from '../kit/section.tsx';
import { Changes, hasChanges } from './changes.tsx';
import { actionText, actorText, credentialText, outcomeBadge } from './labels.ts';
import { auditPath, tracePath } from './paths.ts';
import './audit.css';

function RowFacts({ row, area }: { row: AuditRecord; area: AccountType }) {
  return (
    <Section title="Facts">
      <Facts
        facts={[
          { label: 'When', value: <Moment at={row.created_at} with_zone /> },
          { label: 'User', value: row.user_name },
          { label: 'Acted by', value: row.acting_user_name },
          { label: 'Signed in by', value: credentialText(row.credential) },
          { label: 'From', value: row.ip_address },
          { label: 'Account', value: row.account_name },
          {
            label: 'Record',
            value: row.noun_id && <RecordId id={row.noun_id} label="Record ID" />,
          },
          {
            label: 'Error ID',
            value: row.correlation_id && (
              <span className="audit-ids">
                <RecordId id={row.correlation_id} label="Error ID" />
                <Link to={tracePath(area, row.correlation_id)}>What happened</Link>
              </span>
            ),
          },
        ]}
      />
    </Section>
  );
}

function Told({ row }: { row: AuditRecord }) {
  if (row.refused !== '') {
    return (
      <Section title="Why it was refused">
        <p>{row.refused}</p>
      </Section>
    );
  }
  return (
    <Section title="What changed" flush={hasChanges(row)}>
      {hasChanges(row) ? (
        <Changes row={row} />
      ) : (
        <p className="hint">The action itself is all: no member of the record changed.</p>
      )}
    </Section>
  );
}

export function AuditDetail({ area }: { area: AccountType }) {
  const { merchantID = '', auditID = '' } = useParams();
  const params = { merchantId: merchantID, id: auditID };
  const { data, isError } = useRecord(audit_log.get, { params });
  useDocumentTitle('Audit log');
  return (
    <div className="page">
      <nav className="breadcrumb" aria-label="Breadcrumb">
        <Link to={auditPath(area)}>Audit log</Link>
        <IconChevronRight {...icon_14} />
        <RecordId id={auditID} label="Audit ID" />
      </nav>
      {data && (
        <>
          <div className="page-title">
            <h1>{actionText(data)}</h1>
            <StatusBadge badge={outcomeBadge(data)} />
            <span className="page-note">by {actorText(data)}</span>
          </div>
          <div className="audit-columns">
            <Told row={data} />
            <RowFacts row={data} area={area} />
          </div>
        </>
      )}
      {!data && isError && (
        <>
          <h1>Action not shown</h1>
          <p className="hint">This action could not be read. The dialog said why.</p>
        </>
      )}
      {!data && !isError && (
        <div aria-busy="true" role="status" aria-label="Loading">
          <span className="skeleton audit-skeleton" />
        </div>
      )}
    </div>
  );
}
