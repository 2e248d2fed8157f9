// The code that draws charts comes with the first of them; without it charts are tables.
import { useEffect, useState } from 'react';

interface Drawing {
  DaysChart: typeof import('./draw/days-chart.tsx').DaysChart;
  ShareBar: typeof import('./draw/share-bar.tsx').ShareBar;
}

let drawing: Drawing | undefined;

/** Begins to load it, for a screen that waits for its figures. */
export async function loadDrawing(): Promise<Drawing> {
  const [{ DaysChart }, { ShareBar }] = await Promise.all([
    import('./draw/days-chart.tsx'),
    import('./draw/share-bar.tsx'),
  ]);
  drawing = { DaysChart, ShareBar };
  return drawing;
}

/** undefined while it is on its way, null where it did not come. */
export function useDrawing(): Drawing | null | undefined {
  const [loaded, setLoaded] = useState<Drawing | null | undefined>(drawing);
  useEffect(() => {
    if (loaded === undefined) loadDrawing().then(setLoaded, () => setLoaded(null));
  }, [loaded]);
  return loaded;
}
