// The items of Latest News, newest first.
import { useEffect, useState } from 'react';
import { type NewsItem, news } from '../../contract/platform/news.ts';
import { dashboard } from '../../contract/reports/dashboard.ts';
import { useRecord, useSave } from '../hooks.ts';
import { useDelayed } from '../kit/delayed.ts';
import { SidePanel } from '../kit/dialog/side-panel.tsx';
import { Moment } from '../kit/format/moment.tsx';
import { PlainButton } from '../kit/plain-button.tsx';
import styles from './news-panel.module.css';

const page = 10;
/** The most one call answers. */
const most = 100;

function Item({ item }: { item: NewsItem }) {
  return (
    <article className={styles.item}>
      <h3>{item.title}</h3>
      <p className={styles.by}>
        {item.author_name} · <Moment at={item.created_at} />
      </p>
      <p className={styles.message}>{item.message}</p>
    </article>
  );
}

/** What is shown has been read; no dialog opens where that cannot be noted. */
function useMarkRead(newest: NewsItem | undefined) {
  const { mutate } = useSave(news.markRead, { quiet: () => true, stales: [dashboard.home] });
  const until = newest?.created_at;
  useEffect(() => {
    if (until !== undefined) mutate({ input: { until } });
  }, [until, mutate]);
}

export function NewsPanel({ onClose }: { onClose: () => void }) {
  const [limit, setLimit] = useState(page);
  const { data, isPending } = useRecord(news.latest, { input: { limit } });
  const waits = useDelayed(isPending);
  useMarkRead(data?.rows[0]);
  const items = data?.rows ?? [];
  const more = data !== undefined && data.total_count > items.length && limit < most;
  return (
    <SidePanel title="Latest News" onClose={onClose}>
      {waits && isPending && <p role="status">Loading…</p>}
      {data && items.length === 0 && <p>No news items available at this time.</p>}
      {items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
      {more && (
        <PlainButton onClick={() => setLimit(Math.min(most, limit + page))}>Older news</PlainButton>
      )}
    </SidePanel>
  );
}
