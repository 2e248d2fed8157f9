// The loading indicator: a thin line at the top of the window that moves nothing.
import { loading } from '../loading.ts';
import { useStore } from '../store.ts';
import styles from './loading-bar.module.css';

export function LoadingBar() {
  const shown = useStore(loading);
  return <div className={styles.loadingBar} data-shown={shown || undefined} aria-hidden="true" />;
}
