// Latest News: a side panel with the news of the account above (spec 1 §1).

import { IconNews } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { IconButton } from '../kit/icon-button.tsx';
import { news_open } from '../platform/news-open.ts';
import { useStore } from '../store.ts';

const NewsPanel = lazy(async () => ({ default: (await import('./news-panel.tsx')).NewsPanel }));

export function NewsButton() {
  const open = useStore(news_open);
  return (
    <>
      <IconButton
        label="Latest News"
        icon={IconNews}
        title="Latest News"
        onClick={() => news_open.set(true)}
      />
      {open && (
        <Suspense>
          <NewsPanel onClose={() => news_open.set(false)} />
        </Suspense>
      )}
    </>
  );
}
