// A processor as its form holds it, what is wrong with it, and what of it is sent (gateway-api 8).
import {
  type LimitTexts,
  limit_labels,
  limit_names,
  limitOfText,
  limitsOfTexts,
  limitTexts,
} from '../../../contract/accounts/limits.ts';
import { formatMessage, requiredMessage } from '../../../contract/field-messages.ts';
import { formatPlain } from '../../../contract/money.ts';
import { processorType } from '../../../contract/payments/processor-types/catalogue.ts';
import { settingsSchema } from '../../../contract/payments/processor-types/settings.ts';
import type { ProcessorRecord } from '../../../contract/payments/processors.ts';
import { differing } from '../../kit/form/differing.ts';
import { feeProblem, feeText, feeValue } from '../payer-fee/payer-fee.ts';
import { default_rails } from './labels.ts';
import {
  type SettingsDraft,
  sentSettings,
  settingProblems,
  settingsDraft,
} from './settings-draft.ts';

export interface ProcessorDraft {
  type: string;
  name: string;
  description: string;
  tag: string;
  default_card: boolean;
  default_ach: boolean;
  default_apm: boolean;
  default_cash: boolean;
  timezone: string;
  settle_at: string;
  payment_adj_type: string;
  payment_adj_value: string;
  max_daily: string;
  max_monthly: string;
  limits: LimitTexts;
  supported_currencies: readonly string[];
  hide_in_vt: boolean;
  disable_auto_settle: boolean;
  available_sec_codes: readonly string[];
  settings: SettingsDraft;
}

/** Amounts of limits are in the first of the currencies. */
export const currencyOf = (draft: Pick<ProcessorDraft, 'supported_currencies'>) =>
  draft.supported_currencies[0] ?? 'usd';

const shown = (minor: number | undefined, currency: string) =>
  minor ? formatPlain(minor, currency) : '';

/** Limits of all payments together, whatever their kind. */
export const max_labels = {
  max_daily: 'All daily payments',
  max_monthly: 'All monthly payments',
} as const;

/** A new processor of a type, or one as it is stored: secrets stay where they are. */
export function draftOf(type_key: string, stored: ProcessorRecord | null): ProcessorDraft {
  const type = processorType(type_key);
  const currencies = stored?.supported_currencies ?? type?.currencies ?? ['usd'];
  const currency = currencies[0] ?? 'usd';
  return {
    type: type_key,
    name: stored?.name ?? '',
    description: stored?.description ?? '',
    tag: stored?.tag ?? '',
    default_card: stored?.default_card ?? false,
    default_ach: stored?.default_ach ?? false,
    default_apm: stored?.default_apm ?? false,
    default_cash: stored?.default_cash ?? false,
    timezone: stored?.timezone ?? '',
    settle_at: stored?.settle_at ?? type?.settlement.default_settle_at ?? '',
    payment_adj_type: stored?.payment_adj_type ?? '',
    payment_adj_value: feeText(
      stored?.payment_adj_type ?? '',
      stored?.payment_adj_value ?? 0,
      currency,
    ),
    max_daily: shown(stored?.max_daily, currency),
    max_monthly: shown(stored?.max_monthly, currency),
    limits: limitTexts(stored?.limits, currency),
    supported_currencies: currencies,
    hide_in_vt: stored?.features.hide_in_vt ?? false,
    disable_auto_settle: stored?.features.disable_auto_settle ?? false,
    available_sec_codes: stored?.features.available_sec_codes ?? [],
    settings: settingsDraft(type?.credentials ?? [], stored?.settings[type_key] ?? {}),
  };
}

function limitProblem(text: string, currency: string, label: string): string {
  return limitOfText(text, currency) === null ? formatMessage(label) : '';
}

/** What the calls cannot know: amounts in their currency, and the settings of the type. */
export function processorRules(
  draft: ProcessorDraft,
  set: readonly string[],
): Record<string, string> {
  const currency = currencyOf(draft);
  const type = processorType(draft.type);
  const limits = limit_names.map((name) => [
    `limits.${name}`,
    limitProblem(draft.limits[name], currency, limit_labels[name]),
  ]);
  return {
    payment_adj_value: feeProblem(draft.payment_adj_type, draft.payment_adj_value, currency),
    max_daily: limitProblem(draft.max_daily, currency, max_labels.max_daily),
    max_monthly: limitProblem(draft.max_monthly, currency, max_labels.max_monthly),
    ...(draft.supported_currencies.length === 0 && {
      supported_currencies: requiredMessage('Currencies'),
    }),
    ...Object.fromEntries(limits),
    ...(type && settingProblems(type, settingsSchema(type), draft.settings, set)),
  };
}

/** The processor as a create call takes it; an update sends what of it differs. */
export function inputOf(draft: ProcessorDraft, set: readonly string[]) {
  const currency = currencyOf(draft);
  const type = processorType(draft.type);
  const minor = (text: string) => limitOfText(text, currency) ?? 0;
  const fee = draft.payment_adj_value.trim() || '0';
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    tag: draft.tag,
    ...Object.fromEntries(
      default_rails
        .filter(({ rail }) => type?.rails.includes(rail))
        .map(({ name }) => [name, draft[name]]),
    ),
    timezone: draft.timezone,
    settle_at: draft.settle_at,
    payment_adj_type: draft.payment_adj_type,
    payment_adj_value: feeValue(draft.payment_adj_type, fee, currency) ?? 0,
    max_daily: minor(draft.max_daily),
    max_monthly: minor(draft.max_monthly),
    limits: limitsOfTexts(draft.limits, currency),
    supported_currencies: [...draft.supported_currencies],
    features: {
      hide_in_vt: draft.hide_in_vt,
      disable_auto_settle: draft.disable_auto_settle,
      available_sec_codes: [...draft.available_sec_codes],
    },
    settings: { [draft.type]: sentSettings(type?.credentials ?? [], draft.settings, set) },
  };
}

/** Only the members that differ from what is stored. */
export function changeOf(stored: ProcessorDraft, draft: ProcessorDraft, set: readonly string[]) {
  return differing(inputOf(stored, set), inputOf(draft, set));
}
