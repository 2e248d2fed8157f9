// `?`: all keys that act on this screen, and the switch for those that are letters alone.
import { useId } from 'react';
import { Dialog } from '../kit/dialog/dialog.tsx';
import {
  active_keys,
  controlKey,
  type KeyAction,
  setSingleKeys,
  single_keys,
  tab_order,
  useKeys,
} from '../kit/keys/keys.ts';
import { Hint } from '../kit/page/page-parts.tsx';
import { PlainButton } from '../kit/plain-button.tsx';
import { makeStore, useStore } from '../store.ts';
import styles from './keys-dialog.module.css';

export const keys_open = makeStore<boolean>(false);

const key_symbols: Readonly<Record<string, string>> = { enter: '↵', escape: 'Esc' };

function shown(key: string): string {
  return key_symbols[key] ?? key.toUpperCase();
}

function spelled({ key, with_control, after }: KeyAction): string {
  if (with_control) return controlKey(shown(key));
  return after === undefined ? shown(key) : `${shown(after)} ${shown(key)}`;
}

/** Below `Go to` it is the page alone. */
function named({ label, after }: KeyAction): string {
  if (after !== undefined) return label.replace(/^go to /, '');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function Keys({ title, keys }: { title: string; keys: readonly KeyAction[] }) {
  const id = useId();
  if (keys.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <dl className={styles.list}>
        {keys.map((one) => (
          <div key={`${one.after} ${one.key} ${one.label}`}>
            <dt>
              <kbd>{spelled(one)}</kbd>
            </dt>
            <dd>{named(one)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function SingleKeys() {
  const on = useStore(single_keys);
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
      Use single-letter shortcuts (shortcuts with {controlKey('…').replace(' …', '')} are always on)
    </label>
  );
}

export function KeysDialog() {
  const open = useStore(keys_open);
  const keys = useStore(active_keys);
  const order = useStore(tab_order);
  useKeys([{ key: '?', label: 'all shortcuts', run: () => keys_open.set(true) }]);
  if (!open) return null;
  const close = () => keys_open.set(false);
  const footer = (
    <PlainButton primary data-autofocus onClick={close}>
      OK
    </PlainButton>
  );
  return (
    <Dialog title="Keyboard shortcuts" onClose={close} footer={footer}>
      <Keys title="Here" keys={keys.filter(({ after }) => after === undefined)} />
      {order !== '' && (
        <section className={styles.group}>
          <h3>Tab order</h3>
          <Hint>{order}</Hint>
        </section>
      )}
      <Keys title="Go to" keys={keys.filter(({ after }) => after !== undefined)} />
      <SingleKeys />
    </Dialog>
  );
}
