// The trace of an Error ID: the request above, and what it did below, in order of time.
import { IconChevronRight } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import { type RequestTrace, request_traces } from '../../contract/platform/request-trace.ts';
import { useRecord } from '../hooks.ts';
import { RecordId } from '../kit/format/record-id.tsx';
import { icon_14 } from '../kit/icon.ts';
import { PageTitle } from '../kit/page-title.tsx';
import { Section } from '../kit/section.tsx';
import { detailPath } from '../payments/paths.ts';
import { shownFor } from '../session/session.ts';
import { auditPath } from './paths.ts';
import { RequestPart, TraceTimeline } from './trace-parts.tsx';
import { TraceSearch } from './trace-search.tsx';
import './audit.css';

/** What happened, in a sentence. */
function verdictOf({ request, entries }: RequestTrace): string {
  if (request === null) {
    return 'The request was made for another account, or more than 30 days ago. This is your part.';
  }
  if (request.message !== '') return `The request was turned down: ${request.message}`;
  const answer = entries.filter(({ kind }) => kind === 'answer').at(-1);
  if (answer) return `The request was answered. The processor said: ${answer.title.toLowerCase()}.`;
  if (entries.length > 0) return 'The request was done.';
  return 'The request was answered, and changed nothing.';
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
    <p className="trace-about">
      {[...keys.values()].map(({ noun_id, merchant_id }) => (
        <Link key={noun_id} to={detailPath(area, { id: noun_id, merchant_id })}>
          Transaction <RecordId id={noun_id} label="Transaction ID" plain />
        </Link>
      ))}
    </p>
  );
}

function Told({ trace, area }: TraceProps) {
  const bad = trace.request !== null && trace.request.status >= 400;
  return (
    <>
      <div className="trace-verdict" data-tone={bad ? 'bad' : undefined}>
        <p>{verdictOf(trace)}</p>
        <About trace={trace} area={area} />
      </div>
      <div className="audit-columns">
        <Section title="What it did" aside="oldest first">
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
    <nav className="breadcrumb" aria-label="Breadcrumb">
      {reads_log && (
        <>
          <Link to={auditPath(area)}>Audit log</Link>
          <IconChevronRight {...icon_14} />
        </>
      )}
      <RecordId id={id} label="Error ID" />
    </nav>
  );
}

export function TraceScreen({ area }: { area: AccountType }) {
  const { correlationID = '' } = useParams();
  const params = { correlation_id: correlationID };
  const { data, isError } = useRecord(request_traces.get, { params }, { quiet: true });
  return (
    <div className="page">
      <Crumbs area={area} id={correlationID} />
      <PageTitle title="What happened" actions={<TraceSearch area={area} />} />
      {data && <Told trace={data} area={area} />}
      {!data && isError && (
        <div className="trace-verdict" data-tone="bad" role="alert">
          <p>Nothing is known under this Error ID.</p>
          <p className="hint">
            An Error ID has 20 characters. Requests are kept for 30 days, what they changed for
            good; those of other accounts are not shown.
          </p>
        </div>
      )}
      {!data && !isError && (
        <div aria-busy="true" role="status" aria-label="Loading">
          <span className="skeleton audit-skeleton" />
        </div>
      )}
    </div>
  );
}
