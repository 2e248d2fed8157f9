// What is known about the books: the last checks, what each found wrong, and where to look next.
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { AccountType } from '../../contract/access/access.ts';
import type { Books } from '../../contract/ledger/books.ts';
import { supportName } from '../brand.ts';
import { Moment } from '../kit/format/moment.tsx';
import { RecordId } from '../kit/format/record-id.tsx';
import { icon_14 } from '../kit/icon.ts';
import { formatCount } from '../kit/list/pages.ts';
import { Hint, Page, SectionBody } from '../kit/page/page-parts.tsx';
import { PageTitle } from '../kit/page/page-title.tsx';
import { RecordSkeleton } from '../kit/page/record-page.tsx';
import { Facts } from '../kit/parts/facts.tsx';
import { Section } from '../kit/parts/section.tsx';
import basics from '../style/basics.module.css';
import styles from './ledger.module.css';
import { balancesPath } from './paths.ts';
import { useBooks } from './use-books.ts';

type Finding = Books['findings'][number];

const headlines = {
  ok: 'The books balance.',
  // Checks also look at what stands beside the books, such as failed events.
  bad: 'The checks found a problem.',
  mute: 'The books have not been checked yet.',
} as const;

function headlineOf({ balanced, checked_at }: Books): string {
  if (checked_at === null) return headlines.mute;
  return balanced ? headlines.ok : headlines.bad;
}

function rowsWord(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/** What follows for whoever reads it. */
function explanationOf({ balanced, checked_at, checks, wrong }: Books, area: AccountType): string {
  if (checked_at === null) return 'The first check runs a few minutes after the server starts.';
  if (balanced) return `${checks} checks, no problems.`;
  const differ = wrong === 1 ? 'does not match' : 'do not match';
  const found = `${rowsWord(wrong)} ${differ}.`;
  if (area === 'admin') return `${found} See the findings below.`;
  return `${found} ${supportName(area)} will review them.`;
}

function sampleText(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function FindingLine({ finding }: { finding: Finding }) {
  const { audit, sentence, merchant_id, row_count, sample } = finding;
  return (
    <li>
      <b>{sentence}</b>
      <Hint>
        <span className={basics.mono}>{audit}</span> · {rowsWord(row_count)}
        {merchant_id !== '' && (
          <>
            {' '}
            of <RecordId id={merchant_id} label="Account ID" />
          </>
        )}
      </Hint>
      {sample.length > 0 && (
        <details>
          <summary>
            {sample.length < row_count ? `First ${rowsWord(sample.length)}` : 'Details'}
          </summary>
          {sample.map((row) => (
            <Facts
              key={JSON.stringify(row)}
              facts={Object.entries(row).map(([label, value]) => ({
                label,
                value: sampleText(value),
              }))}
            />
          ))}
        </details>
      )}
    </li>
  );
}

function Checked({ known, area }: { known: Books; area: AccountType }) {
  return (
    <Section title="Checks" flush>
      <div className={styles.booksVerdict}>
        <h3>{headlineOf(known)}</h3>
        <p>{explanationOf(known, area)}</p>
      </div>
      <SectionBody>
        <Facts
          facts={[
            { label: 'Last check', value: <Moment at={known.checked_at} /> },
            {
              label: 'Last full check',
              value: known.checked_whole_at && <Moment at={known.checked_whole_at} />,
            },
            ...(known.wrong > 0 ? [{ label: 'Problems', value: rowsWord(known.wrong) }] : []),
          ]}
        />
      </SectionBody>
    </Section>
  );
}

export function BooksScreen({ area }: { area: AccountType }) {
  const known = useBooks();
  return (
    <Page>
      <PageTitle
        title="Books"
        actions={
          <Link to={balancesPath(area)} className={basics.plainButton}>
            Balances
            <IconChevronRight {...icon_14} />
          </Link>
        }
      />
      {known === undefined ? (
        <RecordSkeleton className={styles.booksSkeleton} />
      ) : (
        <div className={styles.booksStack}>
          <Checked known={known} area={area} />
          {known.findings.length > 0 && (
            <Section title="Findings" aside={String(known.findings.length)} flush>
              <ul className={styles.findings}>
                {known.findings.map((finding, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a check may find twice in one
                  <FindingLine key={`${finding.audit} ${index}`} finding={finding} />
                ))}
              </ul>
            </Section>
          )}
        </div>
      )}
    </Page>
  );
}
