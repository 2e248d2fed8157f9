// The page of one record: the way back to its list, then the record, or why it is not shown.
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { RecordId } from '../format/record-id.tsx';
import { icon_14 } from '../icon.ts';
import kit from '../kit.module.css';
import type { Crumb } from './crumbs.tsx';
import { type FailedRead, NotShown } from './not-shown.tsx';
import { Breadcrumb, Page } from './page-parts.tsx';

interface CrumbsProps {
  /** Its list, where the reader may see that. */
  list: Crumb | null;
  id: string;
  /** `Audit ID`. */
  id_label: string;
}

export function RecordCrumbs({ list, id, id_label }: CrumbsProps) {
  return (
    <Breadcrumb>
      {list && (
        <>
          <Link to={list.to}>{list.label}</Link>
          <IconChevronRight {...icon_14} />
        </>
      )}
      <RecordId id={id} label={id_label} />
    </Breadcrumb>
  );
}

/** `className` sizes the grey bars like the content that replaces them. */
export function RecordSkeleton({
  className,
  count = 1,
}: {
  className: string | undefined;
  count?: number;
}) {
  return (
    <div aria-busy="true" role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars never move
        <span key={at} className={`${kit.skeleton} ${className}`} data-part="skeleton" />
      ))}
    </div>
  );
}

interface RecordPageProps extends CrumbsProps {
  /** `Attempt`. */
  noun: string;
  of: FailedRead;
  skeleton: ReactNode;
  /** Absent until the record is there. */
  children: ReactNode;
}

export function RecordPage({ noun, of, skeleton, children, ...crumbs }: RecordPageProps) {
  return (
    <Page>
      <RecordCrumbs {...crumbs} />
      {children || (of.error ? <NotShown noun={noun} of={of} list={crumbs.list} /> : skeleton)}
    </Page>
  );
}
