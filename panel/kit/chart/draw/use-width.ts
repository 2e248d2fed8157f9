// How wide an element is, measured before it is painted and again whenever it changes.
import { type RefObject, useLayoutEffect, useState } from 'react';

export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const frame = element.current;
    if (frame === null) return;
    setWidth(frame.clientWidth);
    const watcher = new ResizeObserver(() => setWidth(frame.clientWidth));
    watcher.observe(frame);
    return () => watcher.disconnect();
  }, [element]);
  return width;
}
