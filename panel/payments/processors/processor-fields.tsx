// The parts of a processor's form that all types share: name, defaults, settlement, fee, limits.
import {
  type Limits,
  limit_labels,
  limit_names,
  otherCurrencyHint,
} from '../../../contract/accounts/limits.ts';
import { currencies, formatMoney } from '../../../contract/money.ts';
import { processorType } from '../../../contract/payments/processor-types/catalogue.ts';
import { processor_tags } from '../../../contract/payments/processors.ts';
import {
  ManyField,
  MoneyField,
  SelectField,
  SwitchField,
  TextField,
  TimezoneField,
} from '../../kit/form/fields.tsx';
import { useValue } from '../../kit/form/form-context.ts';
import { FormFold, FormPart } from '../../kit/form/form-part.tsx';
import { defaultZone } from '../../kit/format/timezones.ts';
import kit from '../../kit/kit.module.css';
import { Hint } from '../../kit/page/page-parts.tsx';
import { half_hours } from '../half-hours.ts';
import { PayerFeePart } from '../payer-fee/payer-fee-part.tsx';
import { currencyOf, max_labels } from './draft.ts';
import { default_rails, railText } from './labels.ts';
import styles from './processors.module.css';

const tag_texts: Readonly<Record<string, string>> = {
  '': 'Every payment',
  surchargefallback: 'Cards without surcharge',
  itfallback: 'International cards',
  debitfallback: 'Debit cards',
  splittransaction: 'Split payments',
  splitpaymentadjustment: 'Split service fees',
};

const currency_codes = Object.keys(currencies);

/** Name, description and what it is used for. */
export function NamePart() {
  return (
    <FormPart title="Processor">
      <div className={`${kit.formGrid} ${styles.settings}`}>
        <TextField name="name" span={6} />
        <SelectField
          name="tag"
          label="Accepts"
          span={6}
          choices={processor_tags.map((tag) => ({ value: tag, label: tag_texts[tag] ?? tag }))}
        />
        <TextField name="description" span={12} />
      </div>
    </FormPart>
  );
}

/** The processor of a payment that names none: one default for each method. */
export function DefaultsPart() {
  const rails = processorType(useValue('type'))?.rails ?? [];
  const shown = default_rails.filter(({ rail }) => rails.includes(rail));
  if (shown.length === 0) return null;
  return (
    <FormPart title="Defaults and visibility" note="A new default replaces the previous one.">
      <div className={styles.switches}>
        {shown.map(({ rail, name }) => (
          <SwitchField key={name} name={name} label={`Default for ${railText([rail])}`} />
        ))}
        <SwitchField name="hide_in_vt" label="Hide in the virtual terminal" />
      </div>
    </FormPart>
  );
}

const sec_codes = ['PPD', 'CCD', 'WEB', 'TEL'];

const many = {
  words: (one: string) => one.toUpperCase(),
  className: styles.many,
} as const;

/** When batches close, and in which currencies and codes payments are taken. */
export function SettlementPart({ zone }: { zone: string }) {
  const rails = processorType(useValue('type'))?.rails ?? [];
  return (
    <FormPart title="Settlement">
      <div className={`${kit.formGrid} ${styles.settings}`}>
        <TimezoneField name="timezone" span={6} none={defaultZone(zone)} />
        <SelectField name="settle_at" label="Settles at" span={6} choices={half_hours} />
        <SwitchField
          name="disable_auto_settle"
          label="Settle manually"
          note="batches do not close automatically"
          span={12}
        />
        <ManyField
          name="supported_currencies"
          label="Currencies"
          choices={currency_codes}
          {...many}
        />
        {rails.includes('ach') && (
          <ManyField
            name="available_sec_codes"
            label="SEC codes; select none to accept all"
            choices={sec_codes}
            {...many}
          />
        )}
      </div>
    </FormPart>
  );
}

/** Amounts of limits are in the first of the currencies. */
function useCurrency(): string {
  return currencyOf({ supported_currencies: useValue<readonly string[]>('supported_currencies') });
}

/** What payers pay on top of a payment by this processor (Q11). */
export function FeePart() {
  return (
    <PayerFeePart kind="payment_adj_type" value="payment_adj_value" currency={useCurrency()} />
  );
}

/** Where the processor has no limit, that of the merchant still applies; zero is none. */
function placeholderOf(minor: number, currency: string): string {
  return minor === 0 ? 'No limit' : `Default: ${formatMoney(minor, currency)}`;
}

export function LimitsPart({ defaults }: { defaults: Limits | null }) {
  const currency = useCurrency();
  const ofMerchant = (name: (typeof limit_names)[number]) => {
    const [kind, span] = name.split('_') as ['sale' | 'credit', 'single' | 'daily' | 'monthly'];
    return placeholderOf(defaults?.[kind][span] ?? 0, currency);
  };
  const money = { span: 4, currency } as const;
  return (
    <FormFold
      title="Limits"
      peek="per payment, day and month"
      names={['max_daily', 'max_monthly', 'limits']}
    >
      <Hint>
        A payment above a limit is declined before it is sent. {otherCurrencyHint(currency)}
      </Hint>
      <div className={`${kit.formGrid} ${styles.settings} ${styles.limits}`}>
        {limit_names.map((name) => (
          <MoneyField
            key={name}
            {...money}
            name={`limits.${name}`}
            label={limit_labels[name]}
            placeholder={ofMerchant(name)}
          />
        ))}
        {(['max_daily', 'max_monthly'] as const).map((name) => (
          <MoneyField
            key={name}
            {...money}
            name={name}
            label={max_labels[name]}
            placeholder="No limit"
          />
        ))}
      </div>
    </FormFold>
  );
}
