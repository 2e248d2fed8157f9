// The parts of a processor's form that all types share: name, defaults, settlement, fee, limits.
import { Checkbox } from '@mantine/core';
import { limit_labels, limit_names } from '../../../contract/accounts/limits.ts';
import { currencies } from '../../../contract/money.ts';
import { processorType } from '../../../contract/payments/processor-types/catalogue.ts';
import { processor_tags } from '../../../contract/payments/processors.ts';
import { FieldError, SelectField, SwitchField, TextField } from '../../kit/fields.tsx';
import { Fold } from '../../kit/fold.tsx';
import { FormPart } from '../../kit/form-part.tsx';
import { MoneyField } from '../../kit/money-field.tsx';
import { timezones } from '../../kit/timezones.ts';
import { currencyOf, max_labels, type ProcessorDraft } from './draft.ts';
import { default_rails, railWords } from './looks.ts';

export interface PartProps {
  draft: ProcessorDraft;
  problems: Readonly<Record<string, string | undefined>>;
  onChange: (change: Partial<ProcessorDraft>) => void;
}

const tag_words: Readonly<Record<string, string>> = {
  '': 'Every payment',
  surchargefallback: 'Cards without surcharge',
  itfallback: 'International cards',
  debitfallback: 'Debit cards',
  splittransaction: 'Split payments',
  splitpaymentadjustment: 'Split service fees',
};

const currency_codes = Object.keys(currencies);

const half_hours = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0');
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`;
}).map((time) => ({ value: `${time}:00`, label: time }));

/** Name, description and what it is used for. */
export function NamePart({ draft, problems, onChange }: PartProps) {
  return (
    <FormPart title="Processor">
      <div className="form-grid">
        <div data-span="6">
          <TextField
            name="name"
            label="Name"
            value={draft.name}
            error={problems.name}
            onChange={(name) => onChange({ name })}
            extra={{ input: { autoComplete: 'off' } }}
          />
        </div>
        <div data-span="6">
          <SelectField
            name="tag"
            label="Takes"
            value={draft.tag}
            choices={processor_tags.map((tag) => ({ value: tag, label: tag_words[tag] ?? tag }))}
            onChange={(tag) => onChange({ tag })}
          />
        </div>
        <div>
          <TextField
            name="description"
            label="Description"
            hint="optional"
            value={draft.description}
            error={problems.description}
            onChange={(description) => onChange({ description })}
          />
        </div>
      </div>
    </FormPart>
  );
}

/** Where a payment goes that names no processor: one default a method. */
export function DefaultsPart({ draft, onChange }: PartProps) {
  const rails = processorType(draft.type)?.rails ?? [];
  const shown = default_rails.filter(({ rail }) => rails.includes(rail));
  if (shown.length === 0) return null;
  return (
    <FormPart title="Use" note="A new default takes the place of the one before.">
      <div className="processor-switches">
        {shown.map(({ rail, name }) => (
          <SwitchField
            key={name}
            name={name}
            label={`Default for ${railWords([rail])}`}
            checked={draft[name]}
            onChange={(checked) => onChange({ [name]: checked })}
          />
        ))}
        <SwitchField
          name="hide_in_vt"
          label="Hide in the virtual terminal"
          checked={draft.hide_in_vt}
          onChange={(hide_in_vt) => onChange({ hide_in_vt })}
        />
      </div>
    </FormPart>
  );
}

interface ManyProps {
  name: string;
  legend: string;
  all: readonly string[];
  chosen: readonly string[];
  problem?: string;
  onChange: (chosen: string[]) => void;
}

/** Boxes to check, kept in the order they stand. */
function Many({ name, legend, all, chosen, problem, onChange }: ManyProps) {
  const turn = (one: string, on: boolean) =>
    onChange(all.filter((each) => (each === one ? on : chosen.includes(each))));
  return (
    <fieldset className="processor-many">
      <legend>{legend}</legend>
      {all.map((one) => (
        <Checkbox
          key={one}
          name={`${name}.${one}`}
          label={one.toUpperCase()}
          aria-invalid={problem !== undefined || undefined}
          checked={chosen.includes(one)}
          onChange={(event) => turn(one, event.currentTarget.checked)}
        />
      ))}
      {problem && (
        <p className="field-error">
          <FieldError text={problem} />
        </p>
      )}
    </fieldset>
  );
}

const sec_codes = ['PPD', 'CCD', 'WEB', 'TEL'];

/** When batches close, and in which currencies and codes payments are taken. */
export function SettlementPart({ draft, problems, onChange }: PartProps) {
  const type = processorType(draft.type);
  return (
    <FormPart title="Settlement">
      <div className="form-grid">
        <div data-span="6">
          <SelectField
            name="timezone"
            label="Time zone"
            value={draft.timezone}
            choices={timezones(draft.timezone)}
            none="Time zone of the merchant"
            onChange={(timezone) => onChange({ timezone })}
          />
        </div>
        <div data-span="6">
          <SelectField
            name="settle_at"
            label="Settles at"
            value={draft.settle_at}
            choices={half_hours}
            onChange={(settle_at) => onChange({ settle_at })}
          />
        </div>
        <div>
          <SwitchField
            name="disable_auto_settle"
            label="Settle by hand"
            note="batches do not close by themselves"
            checked={draft.disable_auto_settle}
            onChange={(disable_auto_settle) => onChange({ disable_auto_settle })}
          />
        </div>
        <Many
          name="supported_currencies"
          legend="Currencies"
          all={currency_codes}
          chosen={draft.supported_currencies}
          problem={problems.supported_currencies}
          onChange={(supported_currencies) => onChange({ supported_currencies })}
        />
        {type?.rails.includes('ach') && (
          <Many
            name="available_sec_codes"
            legend="SEC codes, none for all"
            all={sec_codes}
            chosen={draft.available_sec_codes}
            onChange={(available_sec_codes) => onChange({ available_sec_codes })}
          />
        )}
      </div>
    </FormPart>
  );
}

/** What payers pay on top; the merchant's permissions choose the programme it feeds (Q11). */
export function FeePart({ draft, problems, onChange }: PartProps) {
  const currency = currencyOf(draft);
  const value = {
    name: 'payment_adj_value',
    label: 'Fee',
    value: draft.payment_adj_value,
    error: problems.payment_adj_value,
    onChange: (payment_adj_value: string) => onChange({ payment_adj_value }),
  };
  return (
    <FormPart
      title="Fee for the payer"
      note="Used for surcharges, cash discounts and service fees."
    >
      <div className="form-grid">
        <div data-span="6">
          <SelectField
            name="payment_adj_type"
            label="Kind"
            value={draft.payment_adj_type}
            choices={[
              { value: 'percentage', label: 'Percentage' },
              { value: 'flat', label: 'Amount' },
            ]}
            none="None"
            onChange={(payment_adj_type) => onChange({ payment_adj_type })}
          />
        </div>
        <div data-span="6">
          {draft.payment_adj_type === 'flat' && <MoneyField {...value} currency={currency} />}
          {draft.payment_adj_type === 'percentage' && (
            <TextField {...value} extra={{ end: '%', end_width: 32 }} />
          )}
        </div>
      </div>
    </FormPart>
  );
}

/** Empty is no limit; what goes beyond one is declined before it is sent. */
export function LimitsPart({ draft, problems, onChange }: PartProps) {
  const currency = currencyOf(draft);
  const names = ['max_daily', 'max_monthly', ...limit_names];
  const forced = names.some((name) => problems[name] !== undefined);
  return (
    <Fold title="Limits" peek="of a payment, a day and a month" forced={forced}>
      <div className="form-grid">
        {limit_names.map((name) => (
          <div key={name} data-span="4">
            <MoneyField
              name={name}
              label={limit_labels[name]}
              value={draft.limits[name]}
              error={problems[name]}
              currency={currency}
              onChange={(value) => onChange({ limits: { ...draft.limits, [name]: value } })}
            />
          </div>
        ))}
        {(['max_daily', 'max_monthly'] as const).map((name) => (
          <div key={name} data-span="4">
            <MoneyField
              name={name}
              label={max_labels[name]}
              value={draft[name]}
              error={problems[name]}
              currency={currency}
              onChange={(value) => onChange({ [name]: value })}
            />
          </div>
        ))}
      </div>
    </Fold>
  );
}
