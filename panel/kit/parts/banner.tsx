// A message inside the page, under its title; one a page, the worst wins (visual 5.4).
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { icon_16 } from '../icon.ts';
import styles from './parts.module.css';

const icons = {
  ok: IconCircleCheck,
  info: IconInfoCircle,
  warn: IconAlertTriangle,
  bad: IconAlertCircle,
};

interface BannerProps {
  tone: keyof typeof icons;
  /** At most one button. */
  action?: ReactNode;
  children: ReactNode;
}

export function Banner({ tone, action, children }: BannerProps) {
  const Icon = icons[tone];
  return (
    <div
      className={styles.banner}
      data-part="banner"
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <Icon {...icon_16} />
      <span>{children}</span>
      {action}
    </div>
  );
}
