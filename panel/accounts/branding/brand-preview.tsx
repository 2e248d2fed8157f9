// What a brand looks like while it is edited: a small panel in its styles.
import { IconArrowsLeftRight, IconCircleCheck, IconClock, IconUsers } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { StatusBadge } from '../../kit/format/status-badge.tsx';
import { icon_16 } from '../../kit/icon.ts';
import { PlainButton } from '../../kit/plain-button.tsx';
import { brandTokens } from '../../shell/brand/branding.ts';
import { useStore } from '../../store.ts';
import { scheme } from '../../style/scheme.ts';
import brandingStyles from './branding.module.css';
import type { Styles } from './style-values.ts';

interface BrandPreviewProps {
  styles: Styles;
  brand_name: string;
  logo_url?: string;
}

export function BrandPreview({ styles, brand_name, logo_url = '' }: BrandPreviewProps) {
  const is_dark = useStore(scheme) === 'dark';
  const { light, dark } = brandTokens(styles);
  const tokens = { ...light, ...(is_dark && dark) } as CSSProperties;
  return (
    <section className={brandingStyles.brandPreview} style={tokens} aria-label="Preview" inert>
      <div className={brandingStyles.previewMenu}>
        <b>
          {logo_url && <img src={logo_url} alt="" />}
          {brand_name || 'Brand name'}
        </b>
        <span data-here>
          <IconArrowsLeftRight {...icon_16} />
          Transactions
        </span>
        <span>
          <IconUsers {...icon_16} />
          Users
        </span>
      </div>
      <div>
        <div className={brandingStyles.previewBar}>Harbor Books · 14:32 till log out</div>
        <div className={brandingStyles.previewBody}>
          <p>
            Invoice 1042 of <a href="/">Dana Whitcomb</a>
          </p>
          <p>
            <StatusBadge badge={{ word: 'Settled', tone: 'ok', icon: IconCircleCheck }} />{' '}
            <StatusBadge badge={{ word: 'Pending', tone: 'warn', icon: IconClock }} />
          </p>
          <PlainButton primary>Pay $277.71</PlainButton>
        </div>
      </div>
    </section>
  );
}
