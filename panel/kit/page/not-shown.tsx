// In place of a record that is not there or could not be loaded: what it is, and the way back.
import { useContext } from 'react';
import { Link } from 'react-router';
import type { ApiError } from '../../api.ts';
import { dialogs } from '../../notices.ts';
import { useStore } from '../../store.ts';
import basics from '../../style/basics.module.css';
import { midSentence } from '../format/sentence.ts';
import { PlainButton } from '../plain-button.tsx';
import { type Crumb, Crumbs, EntryAbove } from './crumbs.tsx';
import pageStyles from './page.module.css';
import { Hint, Page } from './page-parts.tsx';
import { useDocumentTitle } from './page-title.tsx';

/** What a read gives, as far as it matters here. */
export interface FailedRead {
  error: ApiError | null;
  refetch: () => unknown;
}

interface NotShownProps {
  /** `Transaction`. */
  noun: string;
  of: FailedRead;
  /** Where its kind is listed; null where the reader may not see that. */
  list: Crumb | null;
}

/**
 * One that the server does not know cannot be loaded by another try: only the list helps. While the
 * error dialog says why (spec 1 §8), the page behind it says no more than what it is of.
 */
export function NotShown({ noun, of, list }: NotShownProps) {
  const small = midSentence(noun);
  const unknown = of.error?.status === 404;
  const dialog_open = useStore(dialogs)?.tone === 'error';
  useDocumentTitle(noun);
  if (dialog_open) return <h1>{noun}</h1>;
  return (
    <>
      <h1>{unknown ? `${noun} not found` : `${noun} not shown`}</h1>
      <Hint>
        {unknown
          ? `This ${small} does not exist, or you do not have access to it.`
          : `This ${small} could not be loaded.`}
      </Hint>
      <p className={pageStyles.wayBack}>
        {list && (
          <Link to={list.to} className={basics.plainButton} data-primary={unknown || undefined}>
            Back to {list.label}
          </Link>
        )}
        {!unknown && (
          <PlainButton primary onClick={() => void of.refetch()}>
            Try again
          </PlainButton>
        )}
      </p>
    </>
  );
}

/** The page of a record until it is there: empty, and once that failed the reason. */
export function RecordMissing({ noun, of }: Omit<NotShownProps, 'list'>) {
  const list = useContext(EntryAbove);
  if (of.error === null) return <Page aria-busy="true" />;
  return (
    <Page>
      <Crumbs title={noun} />
      <NotShown noun={noun} of={of} list={list} />
    </Page>
  );
}
