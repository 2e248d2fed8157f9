// What a merchant may take at most: a payment, a day, a month; empty is no limit (gateway-api 17).
import {
  type LimitTexts,
  limit_labels,
  limit_names,
  limitOfText,
  limitsOfTexts,
  otherCurrencyHint,
} from '../../../contract/accounts/limits.ts';
import { formatMessage } from '../../../contract/field-messages.ts';
import { formatMoney } from '../../../contract/money.ts';
import { MoneyField } from '../../kit/form/fields.tsx';
import { useValue } from '../../kit/form/form-context.ts';
import { FormFold } from '../../kit/form/form-part.tsx';
import kit from '../../kit/kit.module.css';
import { Hint } from '../../kit/page/page-parts.tsx';
import styles from '../accounts.module.css';

export function limitRules(values: LimitTexts, currency: string): Record<string, string> {
  const wrong = limit_names.filter((name) => limitOfText(values[name], currency) === null);
  return Object.fromEntries(
    wrong.map((name) => [`limits.${name}`, formatMessage(limit_labels[name])]),
  );
}

/** As it is sent; nothing where nothing differs. */
export function limitsChange(stored: LimitTexts, values: LimitTexts, currency: string) {
  if (JSON.stringify(stored) === JSON.stringify(values)) return {};
  return { limits: limitsOfTexts(values, currency) };
}

function peekOf(values: LimitTexts, currency: string): string {
  const set = limit_names.flatMap((name) => {
    const minor = limitOfText(values[name], currency);
    return minor ? [`${limit_labels[name]} ${formatMoney(minor, currency)}`] : [];
  });
  return set.length === 0 ? 'none' : set.join(' · ');
}

export function LimitsPart({ currency }: { currency: string }) {
  const values = useValue<LimitTexts>('limits');
  return (
    <FormFold title="Limits" peek={peekOf(values, currency)} names="limits">
      <Hint>
        These limits apply across all processors. A payment above a limit is declined before it is
        sent. An empty field means no limit. {otherCurrencyHint(currency)}
      </Hint>
      <div className={`${kit.formGrid} ${styles.contactFields}`} data-grid>
        {limit_names.map((name) => (
          <MoneyField
            key={name}
            name={`limits.${name}`}
            label={limit_labels[name]}
            span={4}
            currency={currency}
            with_code
            placeholder="No limit"
          />
        ))}
      </div>
    </FormFold>
  );
}
