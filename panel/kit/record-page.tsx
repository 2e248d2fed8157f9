// The page of one record: the way back to its list, then the record, or why it is not shown.
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RecordId } from './format/record-id.tsx';
import { icon_14 } from './icon.ts';

interface CrumbsProps {
  /** Its list, where the reader may see that. */
  list: { to: string; label: string } | null;
  id: string;
  /** `Audit ID`. */
  id_label: string;
}

export function RecordCrumbs({ list, id, id_label }: CrumbsProps) {
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      {list && (
        <>
          <Link to={list.to}>{list.label}</Link>
          <IconChevronRight {...icon_14} />
        </>
      )}
      <RecordId id={id} label={id_label} />
    </nav>
  );
}

/** `className` sizes the grey bars to what will stand there. */
export function RecordSkeleton({ className, count = 1 }: { className: string; count?: number }) {
  return (
    <div aria-busy="true" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars never move
        <span key={at} className={`skeleton ${className}`} />
      ))}
    </div>
  );
}

/** Its error dialog has said why a record cannot be shown; the page is still a page. */
export function RecordFailed({ noun }: { noun: string }) {
  return (
    <>
      <h1>{`${noun} not shown`}</h1>
      <p className="hint">{`This ${noun.toLowerCase()} could not be loaded.`}</p>
    </>
  );
}

interface RecordPageProps extends CrumbsProps {
  /** `Attempt`. */
  noun: string;
  failed: boolean;
  skeleton: ReactNode;
  /** Absent until the record is there. */
  children: ReactNode;
}

export function RecordPage({ noun, failed, skeleton, children, ...crumbs }: RecordPageProps) {
  return (
    <div className="page">
      <RecordCrumbs {...crumbs} />
      {children || (failed ? <RecordFailed noun={noun} /> : skeleton)}
    </div>
  );
}
