// The line of a quick entry: what it reads is shown as it is typed, its digits stay in the field.

import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatMoney, parseMoney } from '../../../../contract/money.ts';
import { brand_labels } from '../../../../contract/payments/cards/cards.ts';
import { IconButton } from '../../../kit/icon-button.tsx';
import { HintKey } from '../../../kit/keys/hint-key.tsx';
import { controlKey } from '../../../kit/keys/keys.ts';
import kit from '../../../kit/kit.module.css';
import { PlainButton } from '../../../kit/plain-button.tsx';
import basics from '../../../style/basics.module.css';
import fieldsStyles from '../fields/fields.module.css';
import {
  type QuickEntry,
  type QuickPreview,
  quickPreviewOf,
  readQuickEntry,
} from './quick-entry.ts';
import styles from './quick-entry-bar.module.css';

interface QuickBarProps {
  currency: string;
  /** Fills the form; `charge` sends it at once. */
  onEntry: (entry: QuickEntry, charge: boolean) => void;
  onClose: () => void;
}

const nothing = quickPreviewOf(readQuickEntry('', 'usd'));

function cardPart(sight: QuickPreview): string {
  if (sight.last_four !== '') return `${brand_labels[sight.brand]} ends in ${sight.last_four}`;
  return sight.wrong_number ? 'card number is not valid' : 'card number';
}

/** Parts in the order they are typed; `is_read` once the line has them. */
function partsOf(sight: QuickPreview, currency: string) {
  const part = (key: string, value: string) => ({ key, text: value || key, is_read: value !== '' });
  const minor = parseMoney(sight.amount, currency);
  return [
    { key: 'card', text: cardPart(sight), is_read: sight.last_four !== '' },
    part('expiry', sight.expiration_date),
    part('CVC', sight.has_cvc ? 'CVC given' : ''),
    part('amount', minor === null ? '' : formatMoney(minor, currency)),
    part('postal code', sight.postal_code),
    part('order', sight.order_id && `order ${sight.order_id}`),
  ];
}

interface ReadingProps {
  id: string;
  sight: QuickPreview;
  currency: string;
  stuck: boolean;
}

/** What the line says so far, part by part. */
function Reading({ id, sight, currency, stuck }: ReadingProps) {
  return (
    <p id={id} className={styles.quickRead}>
      {partsOf(sight, currency).map(({ key, text, is_read }) => (
        <span key={key} data-read={is_read || undefined}>
          {text}
        </span>
      ))}
      {stuck && <b role="alert">Not recognized: {sight.unread.join(', ')}</b>}
      <span className={styles.quickKeys}>{controlKey('↵')} fills in and charges</span>
    </p>
  );
}

export function QuickBar({ currency, onEntry, onClose }: QuickBarProps) {
  const field = useRef<HTMLInputElement>(null);
  const [sight, setSight] = useState<QuickPreview>(nothing);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  // A word that is half typed is no mistake yet.
  const [tried, setTried] = useState(false);
  const stuck = tried && sight.unread.length > 0;
  const take = (charge: boolean) => {
    const element = field.current;
    if (element === null) return;
    const line = readQuickEntry(element.value, currency);
    setTried(true);
    if (line.unread.length > 0) return;
    // The line is emptied before anything else happens with what it said.
    element.value = '';
    setSight(nothing);
    onEntry(line.entry, charge);
  };
  const keyed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key !== 'Enter') return;
    else take(event.ctrlKey || event.metaKey);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section className={`${kit.section} ${styles.quick}`} aria-label="Quick entry">
      <label htmlFor={id}>
        Quick entry
        <em>card, expiry, CVC, amount, postal code, order</em>
      </label>
      <div className={styles.quickLine}>
        <div
          className={`${basics.textInput} ${basics.inputFrame} ${fieldsStyles.input}`}
          data-invalid={stuck || undefined}
        >
          <input
            ref={field}
            id={id}
            type="text"
            inputMode="text"
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="4111 1111 1111 1111 12/30 123 25.00 60601 #A-100"
            aria-invalid={stuck || undefined}
            aria-describedby={`${id}-read`}
            onChange={(event) => {
              setTried(false);
              setSight(quickPreviewOf(readQuickEntry(event.currentTarget.value, currency)));
            }}
            onKeyDown={keyed}
          />
        </div>
        <PlainButton onClick={() => take(false)}>
          Fill in <HintKey>↵</HintKey>
        </PlainButton>
        <IconButton label="Close" icon={IconX} onClick={onClose} />
      </div>
      <Reading id={`${id}-read`} {...{ sight, currency, stuck }} />
    </section>
  );
}
