// The history of one record: who did what to it and when, for any screen that shows the record.
import { IconBan, IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { whyNotAllowed } from '../../contract/access/allowed.ts';
import { may } from '../../contract/access/may.ts';
import { type AuditRecord, audit_log } from '../../contract/platform/audit-log.ts';
import { useRecord } from '../hooks.ts';
import { useDisplay } from '../kit/format/display.ts';
import { formatDate } from '../kit/format/moments.ts';
import { Section } from '../kit/parts/section.tsx';
import { Timeline, type TimelineEntry } from '../kit/parts/timeline.tsx';
import { shownFor } from '../session/session.ts';
import styles from './audit-log.module.css';
import { Changes, hasChanges } from './changes.tsx';
import { actorText, sentenceCase } from './labels.ts';
import { auditPath, tracePath } from './paths.ts';

interface ChangesOfProps {
  area: AccountType;
  noun: string;
  id: string;
  /** Closed until somebody opens it: the page tells the same in its own words. */
  folded?: boolean;
}

const shown_rows = 20;

function Note({ row, area, day }: { row: AuditRecord; area: AccountType; day: string }) {
  return (
    <>
      {day}, by {actorText(row)}
      {row.correlation_id !== '' && (
        <>
          {' · '}
          <Link to={tracePath(area, row.correlation_id)}>Request trace</Link>
        </>
      )}
      {hasChanges(row) && (
        <details className={styles.historyChange}>
          <summary>What changed</summary>
          <Changes row={row} />
        </details>
      )}
    </>
  );
}

/** Absent for users who may not read the audit log, and while nothing is known. */
export function ChangesOf({ area, noun, id, folded = false }: ChangesOfProps) {
  const role = shownFor()?.role ?? '';
  const who = { kind: 'session', account_type: area, role, permissions: {} } as const;
  const may_read = whyNotAllowed(may.see_audit, who) === '';
  const input = {
    noun: { operator: '=', value: noun },
    noun_id: { operator: '=', value: id },
    limit: shown_rows,
  };
  const { data } = useRecord(audit_log.search, { input }, { quiet: true, enabled: may_read });
  const display = useDisplay();
  if (!data || data.rows.length === 0) return null;
  const entries = data.rows.map(
    (row): TimelineEntry => ({
      key: row.id,
      icon: row.refused === '' ? IconPencil : IconBan,
      tone: row.refused === '' ? undefined : 'bad',
      title: sentenceCase(row.verb),
      at: row.created_at,
      note: <Note row={row} area={area} day={formatDate(row.created_at, display)} />,
    }),
  );
  const all = `${auditPath(area)}?noun_id=is:${id}`;
  return (
    <Section
      title="History"
      aside={data.total_count > shown_rows ? <Link to={all}>All</Link> : 'newest first'}
    >
      {folded ? (
        <details className={styles.historyChange}>
          <summary>
            {entries.length === 1 ? 'Show 1 entry' : `Show ${entries.length} entries`} of the audit
            log
          </summary>
          <Timeline entries={entries} />
        </details>
      ) : (
        <Timeline entries={entries} />
      )}
    </Section>
  );
}
