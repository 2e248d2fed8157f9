// The trace of an Error ID: the request above, and what it did below, in order of time.

import { Link, useParams } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { type RequestTrace, request_traces } from '../../contract/platform/request-trace.ts';
import { useRecord } from '../hooks.ts';
import { RecordId } from '../kit/format/record-id.tsx';
import { midSentence } from '../kit/format/sentence.ts';
import { Hint, Page } from '../kit/page/page-parts.tsx';
import { PageTitle } from '../kit/page/page-title.tsx';
import { RecordCrumbs, RecordSkeleton } from '../kit/page/record-page.tsx';
import { Section } from '../kit/parts/section.tsx';
import { PlainButton } from '../kit/plain-button.tsx';
import { detailPath } from '../payments/paths.ts';
import { shownFor } from '../session/session.ts';
import styles from './audit-log.module.css';
import { auditPath } from './paths.ts';
import { RequestPart, TraceTimeline } from './trace-parts.tsx';
import { TraceSearch } from './trace-search.tsx';

const no_answers: Readonly<Record<string, string>> = {
  'No answer': 'The processor did not answer.',
  'Not sent': 'The processor could not be reached.',
};

const answerText = (title: string) =>
  no_answers[title] ?? `The processor responded: ${midSentence(title)}.`;

/** What happened, in a sentence. */
function verdictOf({ request, entries }: RequestTrace): string {
  if (request === null) {
    return 'The request is over 30 days old or from another account. Only your part is shown.';
  }
  if (request.message !== '') return `The request was refused: ${request.message}`;
  const answer = entries.filter(({ kind }) => kind === 'answer').at(-1);
  if (answer) return `The request was accepted. ${answerText(answer.title)}`;
  if (entries.length > 0) return 'The request succeeded.';
  return 'The request succeeded and changed nothing.';
}

interface TraceProps {
  trace: RequestTrace;
  area: AccountType;
}

/** Each transaction it is about, once. */
function About({ trace, area }: TraceProps) {
  const named = trace.entries.filter(({ noun }) => noun === 'transaction');
  const keys = new Map(named.map((entry) => [entry.noun_id, entry]));
  if (keys.size === 0) return null;
  return (
    <p className={styles.traceAbout}>
      {[...keys.values()].map(({ noun_id, merchant_id }) => (
        <Link key={noun_id} to={detailPath(area, { id: noun_id, merchant_id })}>
          Transaction <RecordId id={noun_id} label="Transaction ID" plain />
        </Link>
      ))}
    </p>
  );
}

function Details({ trace, area }: TraceProps) {
  const bad = trace.request !== null && trace.request.status >= 400;
  return (
    <>
      <div className={styles.traceVerdict} data-tone={bad ? 'bad' : undefined}>
        <p>{verdictOf(trace)}</p>
        <About trace={trace} area={area} />
      </div>
      <div className={styles.auditColumns}>
        <Section title="What the request did" aside="oldest first">
          <TraceTimeline trace={trace} area={area} />
        </Section>
        {trace.request && <RequestPart request={trace.request} area={area} />}
      </div>
    </>
  );
}

function Crumbs({ area, id }: { area: AccountType; id: string }) {
  const reads_log = area !== 'merchant' || shownFor()?.role === 'admin';
  return (
    <RecordCrumbs
      list={reads_log ? { to: auditPath(area), label: 'Audit log' } : null}
      id={id}
      id_label="Error ID"
    />
  );
}

export function TraceScreen({ area }: { area: AccountType }) {
  const { correlationID = '' } = useParams();
  const params = { correlation_id: correlationID };
  const quiet = { quiet: true };
  const { data, error, refetch } = useRecord(request_traces.get, { params }, quiet);
  return (
    <Page>
      <Crumbs area={area} id={correlationID} />
      <PageTitle no_crumbs title="Request trace" actions={<TraceSearch area={area} />} />
      {data && <Details trace={data} area={area} />}
      {!data && error && error.status !== 404 && (
        <div className={styles.traceVerdict} data-tone="bad" role="alert">
          <p>{error.message}</p>
          <PlainButton onClick={() => void refetch()}>Try again</PlainButton>
        </div>
      )}
      {!data && error?.status === 404 && (
        <div className={styles.traceVerdict} data-tone="bad" role="alert">
          <p>No request has this Error ID.</p>
          <Hint>
            An Error ID has 20 characters. Requests are kept for 30 days. Requests of other accounts
            are not shown.
          </Hint>
        </div>
      )}
      {!data && !error && <RecordSkeleton className={styles.auditSkeleton} />}
    </Page>
  );
}
