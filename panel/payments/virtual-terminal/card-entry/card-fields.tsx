// The card tab: number, expiry, CVC, and the swipe that fills them. Digits stay in the fields.
import { IconCreditCard } from '@tabler/icons-react';
import { useState } from 'react';
import { brand_labels, type CardType } from '../../../../contract/payments/cards/cards.ts';
import type { SurchargeFunding } from '../../../../contract/payments/pricing/surcharge-rules.ts';
import { arrange } from '../../../kit/format/masks.ts';
import { icon_16 } from '../../../kit/icon.ts';
import { HintKey } from '../../../kit/keys/hint-key.tsx';
import { useKeys } from '../../../kit/keys/keys.ts';
import { FormGrid, Hint } from '../../../kit/page/page-parts.tsx';
import { PlainButton } from '../../../kit/plain-button.tsx';
import {
  type CardNumberFacts,
  cardNumberFacts,
  groupedCard,
  limitedCvc,
  slashedExpiration,
} from '../../picker/typing.ts';
import { Field } from '../fields/field.tsx';
import fieldsStyles from '../fields/fields.module.css';

interface CardFieldsProps {
  brand: CardType;
  /** Called with what may be remembered, never with the number. */
  onNumber: (number: CardNumberFacts) => void;
  swiped: boolean;
  /** `credit`, where the first digits were looked up; else undefined or `unknown`. */
  funding: SurchargeFunding | undefined;
}

/** What is seen of a card behind its number: `Visa debit, swiped`. */
export function cardSeen({ brand, funding, swiped }: Omit<CardFieldsProps, 'onNumber'>) {
  const known = brand === 'unknown' ? undefined : brand_labels[brand];
  if (known === undefined) return swiped ? 'Card, swiped' : undefined;
  const kind = funding === undefined || funding === 'unknown' ? '' : ` ${funding}`;
  return `${known}${kind}${swiped ? ', swiped' : ''}`;
}

export function CardFields({ brand, onNumber, swiped, funding }: CardFieldsProps) {
  const [hint, setHint] = useState(false);
  const turnHint = () => setHint(!hint);
  useKeys([{ key: 's', label: 'how to swipe', run: turnHint }]);
  const readNumber = (element: HTMLInputElement) => {
    const seen = cardNumberFacts(element.value);
    arrange(element, groupedCard(element.value, seen.brand));
    onNumber(seen);
  };
  return (
    <FormGrid>
      <Field
        name="number"
        label="Card number"
        span={6}
        before={<IconCreditCard {...icon_16} />}
        after={cardSeen({ brand, funding, swiped })}
        input={{ inputMode: 'numeric', autoComplete: 'off' }}
        arrange={readNumber}
      />
      <Field
        name="expiration_date"
        label="Expiry"
        aside="MM/YY"
        span={2}
        half
        // `12 / 2030`: what is pasted must not be cut to another year.
        input={{ inputMode: 'numeric', maxLength: 12 }}
        arrange={(element) => arrange(element, slashedExpiration(element.value))}
      />
      <Field
        name="cvc"
        label="CVC"
        span={2}
        half
        input={{ inputMode: 'numeric', type: 'password', autoComplete: 'off' }}
        arrange={(element) => arrange(element, limitedCvc(element.value, brand))}
      />
      <div className={`${fieldsStyles.field} ${fieldsStyles.swipe}`} data-span={2}>
        <span className={fieldsStyles.gap} aria-hidden="true" />
        <PlainButton onClick={turnHint}>
          Swipe <HintKey>S</HintKey>
        </PlainButton>
      </div>
      {hint && (
        <Hint role="status">
          Swipe the card at any time while this tab is open. It works with keyboard card readers.
        </Hint>
      )}
    </FormGrid>
  );
}
