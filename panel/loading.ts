// Whether calls are under way: shown while they are, and for 1 s after the last (spec 1 §9).
import { makeStore } from './store.ts';

const shown_after_ms = 1000;

export const loading = makeStore<boolean>(false);

let under_way = 0;
let hiding: ReturnType<typeof setTimeout> | undefined;

/** A call begins; gives the function that ends it, once. */
export function beginLoading(): () => void {
  under_way += 1;
  clearTimeout(hiding);
  if (!loading.get()) loading.set(true);
  let over = false;
  return () => {
    if (over) return;
    over = true;
    under_way -= 1;
    if (under_way > 0) return;
    hiding = setTimeout(() => loading.set(false), shown_after_ms);
  };
}
