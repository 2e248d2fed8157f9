// Parts of a trace: the request as it came in, and each thing it did.
import {
  type Icon,
  IconArrowRight,
  IconArrowsLeftRight,
  IconCornerDownLeft,
  IconHistory,
  IconKey,
  IconMail,
  IconScale,
  IconShieldCheck,
  IconWebhook,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import type { RequestTrace, TraceEntry, TraceKind } from '../../contract/platform/request-trace.ts';
import { Moment } from '../kit/format/moment.tsx';
import { Hint } from '../kit/page/page-parts.tsx';
import { Facts } from '../kit/parts/facts.tsx';
import { Section } from '../kit/parts/section.tsx';
import { Timeline, type TimelineEntry } from '../kit/parts/timeline.tsx';
import { shownFor } from '../session/session.ts';
import styles from './audit-log.module.css';
import { auditRowPath, mailPath } from './paths.ts';

const icons: Readonly<Record<TraceKind, Icon>> = {
  sign_in: IconKey,
  rule: IconShieldCheck,
  sent: IconArrowRight,
  answer: IconCornerDownLeft,
  status: IconArrowsLeftRight,
  posting: IconScale,
  mail: IconMail,
  webhook: IconWebhook,
  audit: IconHistory,
};

/** The page with details of an entry, for viewers who may open it. */
function wayOf({ noun, noun_id, merchant_id }: TraceEntry, area: AccountType): string {
  const role = shownFor()?.role;
  if (noun === 'audit' && (area !== 'merchant' || role === 'admin')) {
    return auditRowPath(area, { merchant_id, id: noun_id });
  }
  return noun === 'mail' && area === 'admin' && role === 'admin' ? mailPath(noun_id) : '';
}

function Note({ entry, area }: { entry: TraceEntry; area: AccountType }) {
  const way = wayOf(entry, area);
  return (
    <>
      {entry.text}
      {way !== '' && (
        <>
          {' · '}
          <Link to={way}>Open</Link>
        </>
      )}
      {entry.facts.length > 0 && (
        <span className={styles.traceFacts}>
          {entry.facts.map(({ label, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a posting may name an account twice
            <span key={`${label} ${index}`}>
              {label}: <b>{value}</b>
            </span>
          ))}
        </span>
      )}
    </>
  );
}

export function TraceTimeline({ trace, area }: { trace: RequestTrace; area: AccountType }) {
  const entries = trace.entries.map(
    (entry): TimelineEntry => ({
      key: entry.key,
      icon: icons[entry.kind],
      tone: entry.tone === 'mute' ? undefined : entry.tone,
      title: entry.title,
      at: entry.at,
      note: (entry.text !== '' || entry.facts.length > 0) && <Note entry={entry} area={area} />,
    }),
  );
  if (entries.length === 0) return <Hint>The request changed nothing and sent nothing.</Hint>;
  return (
    <>
      <Timeline entries={entries} />
      {trace.truncated && <Hint>Only the first 100 of each are shown.</Hint>}
    </>
  );
}

interface RequestPartProps {
  request: NonNullable<RequestTrace['request']>;
  area: AccountType;
}

const timeText = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

/** `12.1 s (640 ms at the processor)`: whose delay it was. */
export function durationText({ duration_ms, processor_ms }: RequestPartProps['request']): string {
  const whole = timeText(duration_ms);
  return processor_ms === 0 ? whole : `${whole} (${timeText(processor_ms)} at the processor)`;
}

export function RequestPart({ request, area }: RequestPartProps) {
  const { input } = request;
  const has_input = typeof input === 'object' && input !== null && Object.keys(input).length > 0;
  return (
    <Section title="The request">
      <Facts
        facts={[
          { label: 'Call', value: <code>{`${request.method} ${request.path}`}</code> },
          { label: 'Response', value: String(request.status) },
          { label: 'Reason', value: request.message },
          { label: 'When', value: <Moment at={request.at} /> },
          { label: 'Duration', value: durationText(request) },
          { label: 'User', value: request.user_name },
          { label: 'Account', value: area === 'merchant' ? '' : request.account_name },
          { label: 'IP address', value: request.ip_address },
        ]}
      />
      {has_input && (
        <details className={styles.traceInput}>
          <summary>Request body without card data and secrets</summary>
          <pre>{JSON.stringify(input, null, 2)}</pre>
        </details>
      )}
    </Section>
  );
}
