// The loading indicator: a thin line at the top of the window that moves nothing.
import { loading } from '../loading.ts';
import { useStore } from '../store.ts';

export function LoadingBar() {
  const shown = useStore(loading);
  return <div className="loading-bar" data-shown={shown || undefined} aria-hidden="true" />;
}
