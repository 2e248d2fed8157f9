// What a merchant may take at most: a payment, a day, a month; empty is no limit (gateway-api 17).
import {
  type LimitName,
  type Limits,
  limit_kinds,
  limit_labels,
  limit_names,
  limit_spans,
} from '../../../contract/accounts/limits.ts';
import { formatMoney, formatPlain, parseMoney } from '../../../contract/money.ts';
import { Fold } from '../../kit/fold.tsx';
import { MoneyField } from '../../kit/money-field.tsx';
import { formatMessage } from '../../kit/rules.ts';
import type { Problems } from './profile-values.ts';

export type LimitValues = Readonly<Record<LimitName, string>>;

/** As stored, in the merchant's own currency. */
export function limitsOf(limits: Limits | null, currency: string): LimitValues {
  const entries = limit_kinds.flatMap((kind) =>
    limit_spans.map((span) => {
      const minor = limits?.[kind][span] ?? 0;
      return [`${kind}_${span}`, minor === 0 ? '' : formatPlain(minor, currency)] as const;
    }),
  );
  return Object.fromEntries(entries) as LimitValues;
}

/** Minor units, 0 where nothing is typed; null where it is no amount. */
function minorOf(text: string, currency: string): number | null {
  const minor = text.trim() === '' ? 0 : parseMoney(text, currency);
  return minor === null || minor < 0 || minor > 99_999_999_999 ? null : minor;
}

export function limitProblems(values: LimitValues, currency: string): Problems {
  const wrong = limit_names.filter((name) => minorOf(values[name], currency) === null);
  return Object.fromEntries(
    wrong.map((name) => [`limits.${name}`, formatMessage(limit_labels[name])]),
  );
}

/** As it is sent; nothing where nothing differs. */
export function limitsChange(stored: LimitValues, values: LimitValues, currency: string) {
  if (JSON.stringify(stored) === JSON.stringify(values)) return {};
  const of = (kind: (typeof limit_kinds)[number]) =>
    Object.fromEntries(
      limit_spans.map((span) => [span, minorOf(values[`${kind}_${span}`], currency) ?? 0]),
    );
  return { limits: { sale: of('sale'), credit: of('credit') } };
}

function peekOf(values: LimitValues, currency: string): string {
  const set = limit_names.flatMap((name) => {
    const minor = minorOf(values[name], currency);
    return minor ? [`${limit_labels[name]} ${formatMoney(minor, currency)}`] : [];
  });
  return set.length === 0 ? 'none' : set.join(' · ');
}

interface LimitsPartProps {
  values: LimitValues;
  problems: Problems;
  currency: string;
  onChange: (values: LimitValues, name: string) => void;
}

export function LimitsPart({ values, problems, currency, onChange }: LimitsPartProps) {
  const forced = limit_names.some((name) => problems[`limits.${name}`] !== undefined);
  return (
    <Fold title="Limits" peek={peekOf(values, currency)} forced={forced}>
      <p className="hint">
        At all processors together, in each currency by itself. A payment beyond one is declined
        before it is sent; empty is no limit.
      </p>
      <div className="form-grid contact-fields">
        {limit_names.map((name) => (
          <div key={name} data-span="4">
            <MoneyField
              name={`limits.${name}`}
              label={limit_labels[name]}
              value={values[name]}
              error={problems[`limits.${name}`] ?? ''}
              currency={currency}
              onChange={(value) => onChange({ ...values, [name]: value }, `limits.${name}`)}
            />
          </div>
        ))}
      </div>
    </Fold>
  );
}
