// `?`: all keys that act on this screen.
import { useState } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { active_keys, controlKey, useKeys } from '../kit/keys.ts';
import { useStore } from '../store.ts';

const spoken: Readonly<Record<string, string>> = { enter: '↵' };

function shown(key: string): string {
  return spoken[key] ?? key.toUpperCase();
}

export function KeysDialog() {
  const [open, setOpen] = useState(false);
  const keys = useStore(active_keys);
  useKeys([{ key: '?', label: 'all keys', run: () => setOpen(true) }]);
  if (!open) return null;
  const close = () => setOpen(false);
  const footer = (
    <button type="button" className="plain-button" data-primary onClick={close}>
      OK
    </button>
  );
  return (
    <Dialog title="Keys on this screen" onClose={close} footer={footer}>
      <dl className="keys-list">
        {keys.map((one) => (
          <div key={`${one.key} ${one.label}`}>
            <dt>
              <kbd>{one.with_control ? controlKey(shown(one.key)) : shown(one.key)}</kbd>
            </dt>
            <dd>{one.label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
