// What a merchant, or one of its processors, may take at most: one payment, a day, a month
// (gateway-api 8 and 17). Forms show a limit in the currency of the merchant or the first currency
// of the processor. Each currency is counted separately, against the same number of minor units.
import { z } from 'zod';
import { amount } from '../fields.ts';
import { formatMoney, formatPlain, parseMoney } from '../money.ts';

const limit_kinds = ['sale', 'credit'] as const;
const limit_spans = ['single', 'daily', 'monthly'] as const;
type LimitName = `${(typeof limit_kinds)[number]}_${(typeof limit_spans)[number]}`;

/** As forms call them, in their order. */
export const limit_labels: Readonly<Record<LimitName, string>> = {
  sale_single: 'Single sale',
  sale_daily: 'Daily sales',
  sale_monthly: 'Monthly sales',
  credit_single: 'Single credit',
  credit_daily: 'Daily credits',
  credit_monthly: 'Monthly credits',
};
export const limit_names = Object.keys(limit_labels) as LimitName[];

const limit = z.object({
  single: amount.default(0),
  daily: amount.default(0),
  monthly: amount.default(0),
});

/** As a processor stores them; minor units, 0 is no limit. */
export const processor_limits = z.object({ sale: limit.optional(), credit: limit.optional() });

const answered = z.object({ single: z.int(), daily: z.int(), monthly: z.int() });
/** Of a merchant, complete. */
export const limits_record = z.object({ sale: answered, credit: answered });
export type Limits = z.output<typeof limits_record>;

/** As stored with a merchant; what is absent is no limit. */
export const stored_limits = z.preprocess(
  (value) => value ?? {},
  z.object({ sale: limit.prefault({}), credit: limit.prefault({}) }),
);

const limit_change = z
  .object({ single: amount.nullish(), daily: amount.nullish(), monthly: amount.nullish() })
  .nullish();
/** Members left out keep their value. */
export const limits_change = z.object({ sale: limit_change, credit: limit_change }).nullish();

/** Limits as a form holds them, each as text in the currency's own units; '' is no limit. */
export type LimitTexts = Readonly<Record<LimitName, string>>;

type LimitValues = { readonly [K in (typeof limit_kinds)[number]]?: z.output<typeof limit> };

export function limitTexts(limits: LimitValues | null | undefined, currency: string): LimitTexts {
  const entries = limit_kinds.flatMap((kind) =>
    limit_spans.map((span) => {
      const minor = limits?.[kind]?.[span] ?? 0;
      return [`${kind}_${span}`, minor === 0 ? '' : formatPlain(minor, currency)] as const;
    }),
  );
  return Object.fromEntries(entries) as LimitTexts;
}

/** Minor units of a limit as typed, 0 where nothing is; null where it is none that may be kept. */
export function limitOfText(text: string, currency: string): number | null {
  const minor = text.trim() === '' ? 0 : parseMoney(text, currency);
  return amount.safeParse(minor).success ? minor : null;
}

/** As they are sent; a text that is no limit counts as none, its field says what is wrong. */
export function limitsOfTexts(texts: LimitTexts, currency: string): Limits {
  const of = (kind: (typeof limit_kinds)[number]) => {
    const at = (span: (typeof limit_spans)[number]) =>
      limitOfText(texts[`${kind}_${span}`], currency) ?? 0;
    return { single: at('single'), daily: at('daily'), monthly: at('monthly') };
  };
  return { sale: of('sale'), credit: of('credit') };
}

/** The limits with a change laid over them. */
export function mergedLimits(stored: unknown, change: z.output<typeof limits_change>): Limits {
  const before = stored_limits.parse(stored);
  const laid = (kind: (typeof limit_kinds)[number]) => {
    const of = (span: (typeof limit_spans)[number]) => change?.[kind]?.[span] ?? before[kind][span];
    return { single: of('single'), daily: of('daily'), monthly: of('monthly') };
  };
  return { sale: laid('sale'), credit: laid('credit') };
}

/** What a limit means for payments in another currency than its own (decision 31). */
export function otherCurrencyHint(currency: string): string {
  const other = currency === 'jpy' ? 'usd' : 'jpy';
  const shown = (one: string) => `${formatMoney(100_000, one)} ${one.toUpperCase()}`;
  return `Currencies are counted separately: ${shown(currency)} also allows ${shown(other)}.`;
}
