// The small button beside a setting that shows where its value comes from.
import { IconSitemap } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { SettingKind } from '../../../contract/accounts/settings.ts';
import { icon_16 } from '../../kit/icon.ts';
import basics from '../../style/basics.module.css';

const OriginPanel = lazy(async () => ({
  default: (await import('./origin-panel.tsx')).OriginPanel,
}));

/** Which setting is asked about, and of whom. */
export interface SettingOf {
  kind: SettingKind;
  /** Of a default or required field: one group, or several beside each other. */
  groups?: readonly string[];
  name: string;
  account_id: string;
}

export function OriginButton({ of, label }: { of: SettingOf; label: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={basics.iconButton}
        aria-label={`Where does ${label} come from?`}
        title="Where does this come from?"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconSitemap {...icon_16} />
      </button>
      {open && (
        <Suspense fallback={null}>
          <OriginPanel of={of} label={label} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
