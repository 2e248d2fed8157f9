// The sandbox's mailbox: mails that go nowhere else, and the one that is read beside them.
import { useLocation, useParams } from 'react-router';
import { type MailRecord, mailbox, mailbox_fields } from '../../contract/platform/mailbox.ts';
import { useRecord, useSearch } from '../hooks.ts';
import { Facts } from '../kit/facts.tsx';
import { Moment } from '../kit/format/moment.tsx';
import { ListScreen } from '../kit/list/list-screen.tsx';
import type { Column, RowView } from '../kit/list/list-types.ts';
import { Section } from '../kit/section.tsx';
import { sentenceCase } from './labels.ts';
import { MailLink } from './mail-link.tsx';
import { mailbox_path, mailPath } from './paths.ts';
import './audit.css';

type Row = MailRecord;

/** What stands beside an open mail. */
const few_columns: Column<Row>[] = [
  { key: 'subject', label: 'Subject', name: true, cell: (row) => row.subject },
  { key: 'recipient', label: 'To', cell: (row) => row.recipient },
];

const all_columns: Column<Row>[] = [
  ...few_columns,
  { key: 'state', label: 'State', cell: (row) => sentenceCase(row.state) },
  {
    key: 'created_at',
    label: 'Written',
    sortable: true,
    cell: (row) => <Moment at={row.created_at} />,
  },
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
    <div className="mailbox" data-open={mailID !== undefined || undefined}>
      <ListScreen
        title="Mailbox"
        noun="mail"
        search={search}
        columns={mailID === undefined ? all_columns : few_columns}
        view={viewOf(address)}
        nothing={{
          title: 'No mail yet',
          text: 'Receipts and letters of this sandbox are kept here; none of them leaves it.',
        }}
      />
      {mailID !== undefined && <Pane key={mailID} id={mailID} back={mailbox_path + address} />}
    </div>
  );
}

function Pane({ id, back }: { id: string; back: string }) {
  const { data } = useRecord(mailbox.get, { params: { id } });
  return (
    <aside className="mail-pane" aria-label="Mail" aria-busy={data === undefined}>
      <MailLink to={back}>All mails</MailLink>
      {data && (
        <Section title={data.subject} flush>
          <div className="section-body">
            <Facts
              facts={[
                { label: 'To', value: data.recipient },
                { label: 'Of', value: data.account_name },
                { label: 'Kind', value: sentenceCase(data.kind) },
                { label: 'Written', value: <Moment at={data.created_at} with_zone /> },
                { label: 'Sent', value: data.sent_at && <Moment at={data.sent_at} with_zone /> },
              ]}
            />
          </div>
          <iframe
            title={`Mail: ${data.subject}`}
            src={data.page}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          />
          <details className="trace-input section-body">
            <summary>As plain text</summary>
            <pre>{data.body_text}</pre>
          </details>
        </Section>
      )}
    </aside>
  );
}
