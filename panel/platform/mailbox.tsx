// The sandbox's mailbox: mails that go nowhere else, and the one that is read beside them.

import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { type MailRecord, mailbox, mailbox_fields } from '../../contract/platform/mailbox.ts';
import { useRecord, useSearch } from '../hooks.ts';
import { Moment } from '../kit/format/moment.tsx';
import { icon_16 } from '../kit/icon.ts';
import kit from '../kit/kit.module.css';
import { momentColumn } from '../kit/list/columns.tsx';
import { ListScreen } from '../kit/list/list-screen.tsx';
import type { Column, RowView } from '../kit/list/list-types.ts';
import { SectionBody } from '../kit/page/page-parts.tsx';
import { Facts } from '../kit/parts/facts.tsx';
import { Section } from '../kit/parts/section.tsx';
import basics from '../style/basics.module.css';
import styles from './audit-log.module.css';
import { sentenceCase } from './labels.ts';
import { mailbox_path, mailPath } from './paths.ts';

type Row = MailRecord;

/** What stands beside an open mail. */
const few_columns: Column<Row>[] = [
  { key: 'subject', label: 'Subject', name: true, cell: (row) => row.subject },
  { key: 'recipient', label: 'To', cell: (row) => row.recipient },
];

const all_columns: Column<Row>[] = [
  ...few_columns,
  { key: 'state', label: 'Status', cell: (row) => sentenceCase(row.state) },
  momentColumn('created_at', 'Created', { sortable: true }),
];

/** The list stays where it was while one of its mails is read. */
function viewOf(search: string): RowView<Row> {
  return {
    key: (row) => row.id,
    name: (row) => `${row.subject}, to ${row.recipient}`,
    to: (row) => mailPath(row.id) + search,
    phone: (row) => ({
      title: row.subject,
      note: row.recipient,
      time: <Moment at={row.created_at} />,
    }),
  };
}

export function Mailbox() {
  const { mailID } = useParams();
  const { search: address } = useLocation();
  const search = useSearch(mailbox.search, {
    fields: mailbox_fields,
    default_sort: { field: 'created_at', direction: 'desc' },
  });
  return (
    <div className={styles.mailbox} data-open={mailID !== undefined || undefined}>
      <ListScreen
        title="Mailbox"
        noun="mail"
        search={search}
        columns={mailID === undefined ? all_columns : few_columns}
        view={viewOf(address)}
        nothing={{
          title: 'No emails yet',
          text: 'Emails of this sandbox appear here. They are not sent.',
        }}
      />
      {mailID !== undefined && <Pane key={mailID} id={mailID} back={mailbox_path + address} />}
    </div>
  );
}

function Pane({ id, back }: { id: string; back: string }) {
  const { data } = useRecord(mailbox.get, { params: { id } });
  return (
    <aside className={styles.mailPane} aria-label="Email" aria-busy={data === undefined}>
      <MailLink to={back}>All emails</MailLink>
      {data && (
        <Section title={data.subject} flush>
          <SectionBody>
            <Facts
              facts={[
                { label: 'To', value: data.recipient },
                { label: 'Account', value: data.account_name },
                { label: 'Type', value: sentenceCase(data.kind) },
                { label: 'Created', value: <Moment at={data.created_at} /> },
                { label: 'Sent', value: data.sent_at && <Moment at={data.sent_at} /> },
              ]}
            />
          </SectionBody>
          <iframe
            title={`Email: ${data.subject}`}
            src={data.page}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          />
          <details className={`${styles.traceInput} ${kit.sectionBody}`}>
            <summary>As plain text</summary>
            <pre>{data.body_text}</pre>
          </details>
        </Section>
      )}
    </aside>
  );
}

export function MailLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={basics.quietButton}>
      <IconArrowLeft {...icon_16} />
      {children}
    </Link>
  );
}
