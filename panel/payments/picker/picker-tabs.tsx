// The tabs of the picker of payment methods, one a way to pay (spec 2 §2).
import {
  IconBan,
  IconBrandApple,
  IconBuildingBank,
  IconCash,
  IconCreditCard,
  IconDeviceMobile,
  IconDeviceUsb,
  IconMail,
  IconUsers,
} from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { icon_16 } from '../../kit/icon.ts';
import pageStyles from '../../kit/page/page.module.css';
import { useCurrentInRow } from '../../kit/page/use-current-in-row.ts';
import { methodLabel } from '../labels.ts';
import styles from './picker.module.css';
import type { PickerTab } from './tabs.ts';

const icons: Readonly<Record<PickerTab, typeof IconCash>> = {
  card: IconCreditCard,
  ach: IconBuildingBank,
  customer: IconUsers,
  terminal: IconDeviceMobile,
  cardReader: IconDeviceUsb,
  cash: IconCash,
  mail: IconMail,
  apple_pay_token: IconBrandApple,
  none: IconBan,
};

/** Arrows walk through what can be chosen, as in a group of radios. */
function step<T>(event: KeyboardEvent, all: readonly T[], now: T): T | undefined {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (by === undefined || all.length < 2) return undefined;
  event.preventDefault();
  const at = (all.indexOf(now) + by + all.length) % all.length;
  const parent = event.currentTarget;
  requestAnimationFrame(() => parent.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  return all[at];
}

interface PickerTabsProps<Tab> {
  tabs: readonly Tab[];
  value: Tab;
  onChange: (tab: Tab) => void;
}

export function PickerTabs<Tab extends PickerTab>({ tabs, value, onChange }: PickerTabsProps<Tab>) {
  const row = useCurrentInRow<HTMLDivElement>('[aria-selected="true"]', value);
  return (
    <div
      ref={row}
      className={`${pageStyles.tabRow} ${styles.tabs}`}
      role="tablist"
      aria-label="Payment method"
      onKeyDown={(event) => {
        const next = step(event, tabs, value);
        if (next) onChange(next);
      }}
    >
      {tabs.map((tab) => {
        const Icon: typeof IconCash = icons[tab];
        return (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`method-${tab}`}
            aria-selected={tab === value}
            aria-controls="method-panel"
            tabIndex={tab === value ? 0 : -1}
            onClick={() => tab !== value && onChange(tab)}
          >
            <Icon {...icon_16} />
            {tab === 'apple_pay_token' ? 'Pay' : methodLabel(tab)}
          </button>
        );
      })}
    </div>
  );
}
