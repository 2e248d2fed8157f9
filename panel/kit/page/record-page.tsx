// The page of one record: the way back to its list, then the record, or why it is not shown.
import { type Icon, IconChevronDown, IconChevronRight, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import basics from '../../style/basics.module.css';
import { RecordId } from '../format/record-id.tsx';
import { midSentence } from '../format/sentence.ts';
import { icon_14 } from '../icon.ts';
import { HintKey } from '../keys/hint-key.tsx';
import { useKeys } from '../keys/keys.ts';
import kit from '../kit.module.css';
import { neighborsOf, shown_rows, useNeighbors } from '../list/neighbors.ts';
import type { Crumb } from './crumbs.tsx';
import { type FailedRead, NotShown } from './not-shown.tsx';
import pageStyles from './page.module.css';
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

/** J and K go to the records beside this one in the list that it was opened from. */
function NeighborLinks({ noun }: { noun: string }) {
  const navigate = useNavigate();
  const { previous, next } = useNeighbors(useLocation().pathname);
  const go = (side: 'previous' | 'next') => {
    // Of the address as it is now: a key pressed twice comes before the next page is drawn.
    const to = neighborsOf(shown_rows.get(), window.location.pathname)[side];
    if (to !== undefined) void navigate(to, { replace: true });
  };
  useKeys([
    { key: 'j', label: `next ${midSentence(noun)}`, run: () => go('next') },
    { key: 'k', label: `previous ${midSentence(noun)}`, run: () => go('previous') },
  ]);
  if (previous === undefined && next === undefined) return null;
  return (
    <div className={pageStyles.beside} data-part="beside">
      <NeighborLink to={next} label={`Next ${midSentence(noun)}`} hint="J" icon={IconChevronDown} />
      <NeighborLink
        to={previous}
        label={`Previous ${midSentence(noun)}`}
        hint="K"
        icon={IconChevronUp}
      />
    </div>
  );
}

interface NeighborLinkProps {
  to: string | undefined;
  label: string;
  hint: string;
  icon: Icon;
}

function NeighborLink({ to, label, hint, icon: Shown }: NeighborLinkProps) {
  if (to === undefined) return null;
  return (
    <Link to={to} replace className={basics.iconButton} aria-label={label} title={label}>
      <Shown {...icon_14} />
      <HintKey>{hint}</HintKey>
    </Link>
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
      <div className={pageStyles.recordHead}>
        <RecordCrumbs {...crumbs} />
        <NeighborLinks noun={noun} />
      </div>
      {children || (of.error ? <NotShown noun={noun} of={of} list={crumbs.list} /> : skeleton)}
    </Page>
  );
}
