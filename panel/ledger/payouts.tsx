// Where a merchant's money is: sentences, a strip with its legend, and each amount by day.
import type { AccountType } from '../../contract/access/access.ts';
import {
  type PayoutPicture,
  type PayoutProcessor,
  type PayoutsRecord,
  payoutPictures,
} from '../../contract/ledger/payouts.ts';
import { formatMoney } from '../../contract/money.ts';
import { businessNow } from '../business-time.ts';
import { nextTime } from '../kit/format/cut-off.ts';
import type { Display } from '../kit/format/display.ts';
import { formatDay } from '../kit/format/moments.ts';
import { ListFailed } from '../kit/list/list-empty.tsx';
import { Skeleton } from '../kit/page/page-parts.tsx';
import { Section } from '../kit/parts/section.tsx';
import { type Owner, payoutText, stripParts, whenText } from './payout-texts.ts';
import styles from './payouts.module.css';
import { usePayouts } from './use-payouts.ts';

interface PictureProps {
  picture: PayoutPicture;
  days: PayoutsRecord['days'];
  sums: PayoutsRecord['sums'];
  processors: readonly PayoutProcessor[];
  owner: Owner;
  today: string;
  display: Display;
}

function settlesOf(one: PayoutProcessor | undefined): string {
  if (!one || one.settle_at === '') return '';
  return nextTime({ at: one.settle_at, zone: one.timezone }, businessNow());
}

/** When what is captured settles, where all of it settles at one time. */
function settlesTogether({ sums, picture, processors }: PictureProps): string {
  const open = sums.filter((one) => one.currency === picture.currency && one.open > 0);
  const times = open.map((one) => settlesOf(processors.find(({ id }) => id === one.processor_id)));
  return new Set(times).size === 1 ? (times[0] as string) : '';
}

function Strip({ picture }: { picture: PayoutPicture }) {
  const parts = stripParts(picture);
  if (parts.length === 0) return null;
  const money = (minor: number) => formatMoney(minor, picture.currency);
  const spoken = parts.map(({ label, amount }) => `${label} ${money(amount)}`).join(', ');
  return (
    <div className={styles.strip}>
      <div className={styles.bar} role="img" aria-label={spoken}>
        {parts.map(({ key, amount }) => (
          <span key={key} data-part-of={key} style={{ flexGrow: amount }} />
        ))}
      </div>
      <ul className={styles.legend} data-part="payout-legend">
        {parts.map(({ key, label, amount }) => (
          <li key={key}>
            <i data-part-of={key} aria-hidden="true" />
            <span>{label}</span>
            <b>{money(amount)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Line {
  key: string;
  when: string;
  note: string;
  processor_id: string;
  amount: number;
}

/** The first letter large: `on Friday` begins a cell. */
const begun = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function comingOf({ picture, sums, processors, today, display }: PictureProps): Line[] {
  const open = sums.filter((one) => one.currency === picture.currency && one.open !== 0);
  const waiting = open.map(({ processor_id, open: amount }): Line => {
    const settles = settlesOf(processors.find(({ id }) => id === processor_id));
    const note = settles === '' ? 'with the next batch' : settles;
    return { key: `open ${processor_id}`, when: 'Not settled yet', note, processor_id, amount };
  });
  const arriving = picture.arriving.map(({ processor_id, expected_on, closed_on, amount }) => ({
    key: `${processor_id} ${closed_on}`,
    when: begun(whenText(expected_on, today, display)),
    note: `settled ${formatDay(closed_on, display)}`,
    ...{ processor_id, amount },
  }));
  return [...arriving, ...waiting];
}

function paidOf({ picture, days, display }: PictureProps): Line[] {
  const paid = days.filter((one) => one.currency === picture.currency && one.paid_out !== 0);
  return paid.map(({ processor_id, day, paid_out: amount }) => ({
    key: `paid ${processor_id} ${day}`,
    when: formatDay(day, display),
    note: amount < 0 ? 'debited from the bank account' : '',
    ...{ processor_id, amount },
  }));
}

interface LinesProps {
  title: string;
  lines: readonly Line[];
  picture: PayoutPicture;
  processors: readonly PayoutProcessor[];
}

function Lines({ title, lines, picture, processors }: LinesProps) {
  if (lines.length === 0) return null;
  const nameOf = (id: string) => processors.find((one) => one.id === id)?.name ?? '';
  return (
    <Section title={title} flush>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Processor</th>
            <th scope="col" data-numeric>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, when, note, processor_id, amount }) => (
            <tr key={key}>
              <th scope="row">
                {when} {note !== '' && <small>{note}</small>}
              </th>
              <td>{nameOf(processor_id)}</td>
              <td data-numeric>{formatMoney(amount, picture.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Picture(props: PictureProps) {
  const { picture, processors, owner, today, display } = props;
  const settles = settlesTogether(props);
  const { lead, next, rest } = payoutText(picture, { owner, today, display, settles });
  return (
    <div className={styles.picture} data-part="payouts">
      <section className={styles.words} aria-label={`Money in ${picture.currency.toUpperCase()}`}>
        <h2>{lead}</h2>
        <p className={styles.next}>{next.join(' ')}</p>
        <Strip picture={picture} />
        {rest.length > 0 && (
          <ul className={styles.rest}>
            {rest.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </section>
      <Lines title="Upcoming deposits" lines={comingOf(props)} {...{ picture, processors }} />
      <Lines title="Paid out, last 30 days" lines={paidOf(props)} {...{ picture, processors }} />
    </div>
  );
}

interface PayoutsProps {
  area: AccountType;
  /** '' for a merchant's own. */
  merchant_id: string;
}

export function Payouts({ area, merchant_id }: PayoutsProps) {
  const { record, owner, today, display } = usePayouts(area, merchant_id);
  const { data } = record;
  if (record.isError) return <ListFailed onRetry={() => void record.refetch()} />;
  if (data === undefined) {
    return (
      <div className={styles.wait} role="status" aria-busy="true" aria-label="Loading">
        <Skeleton />
        <Skeleton />
      </div>
    );
  }
  const pictures = payoutPictures(data, today);
  if (pictures.length === 0) {
    return (
      <section className={styles.words} data-part="payouts" aria-label="Money">
        <h2>No money is on the way.</h2>
        <p className={styles.next}>New payments appear here.</p>
      </section>
    );
  }
  const { days, sums, processors } = data;
  return pictures.map((picture) => (
    <Picture
      key={picture.currency}
      {...{ picture, days, sums, processors, owner, today, display }}
    />
  ));
}
