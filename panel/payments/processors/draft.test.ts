// A processor's form: every type can be filled in and sent, a stored secret is never among it.
import { describe, expect, it } from 'vitest';
import { processor_types } from '../../../contract/payments/processor-types/catalogue.ts';
import type { Credential } from '../../../contract/payments/processor-types/record.ts';
import { type ProcessorRecord, processor_create } from '../../../contract/payments/processors.ts';
import { problemsIn } from '../../kit/form/problems.ts';
import { changeOf, draftOf, inputOf, type ProcessorDraft, processorRules } from './draft.ts';
import {
  isTypedList,
  type rowDraft,
  type SettingDraft,
  sentSettings,
  settingsDraft,
} from './settings-draft.ts';

function someValue(field: Credential): SettingDraft {
  if (field.kind === 'boolean') return true;
  if (field.kind === 'multiselect') return field.options?.slice(0, 1) ?? ['usd'];
  if (field.kind === 'select') return field.options?.[0] ?? '';
  if (field.kind === 'integer' || field.kind === 'money') return String(field.min ?? 1);
  if (field.kind === 'url') return 'https://host.example';
  if (field.kind === 'timezone') return 'America/Chicago';
  if (field.kind === 'map') {
    const plain = (field.item ?? []).map((one) => [one.name, someValue(one)] as const);
    return [{ key: 'web', values: Object.fromEntries(plain) as ReturnType<typeof rowDraft> }];
  }
  return 'x'.repeat(Math.max(1, field.min ?? 1));
}

function filled(key: string): ProcessorDraft {
  const type = processor_types.find((one) => one.key === key);
  const settings = type?.credentials.map((field) => [field.name, someValue(field)] as const) ?? [];
  return { ...draftOf(key, null), name: 'One', settings: Object.fromEntries(settings) };
}

const stored: ProcessorRecord = {
  id: 'p'.repeat(20),
  merchant_id: 'm'.repeat(20),
  type: 'nmi',
  type_label: 'NMI',
  name: 'Backup',
  description: '',
  status: 'active',
  tag: '',
  default_card: false,
  default_ach: false,
  default_apm: false,
  default_cash: false,
  timezone: 'America/Chicago',
  settle_at: '22:00:00',
  max_daily: 0,
  max_monthly: 0,
  payment_adj_type: 'percentage',
  payment_adj_val: 2500,
  payment_adj_value: 2500,
  settings: { nmi: { username: 'u', password: '********' } },
  secrets: { password: { set: true }, security_key: { set: false } },
  features: {},
  limits: { sale: { single: 50_000, daily: 0, monthly: 0 } },
  supported_payment_methods: ['card', 'ach'],
  supported_currencies: ['usd'],
  takes_payments: false,
  refusal: '',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
const set = ['password'];

/** What the form of a processor says. */
function problemsOf(draft: ProcessorDraft, known: readonly string[]) {
  const input = (one: ProcessorDraft) => ({ type: one.type, ...inputOf(one, known) });
  const rules = (one: ProcessorDraft) => processorRules(one, known);
  return problemsIn({ schema: processor_create, input, required: ['type', 'name'], rules }, draft);
}

describe('every type', () => {
  it.each(processor_types.map(({ key }) => key))('%s can be filled in and sent', (key) => {
    const draft = filled(key);
    expect(problemsOf(draft, [])).toEqual({});
    expect(processor_create.safeParse({ type: key, ...inputOf(draft, []) }).success).toBe(true);
  });

  it.each(processor_types.filter((type) => type.credentials.some(({ required }) => required)))(
    '$key asks for what it cannot do without',
    ({ key, credentials }) => {
      const empty = { ...draftOf(key, null), name: 'One' };
      const found = Object.keys(problemsOf(empty, []));
      const needed = credentials.filter(
        (field) => field.required && field.default === undefined && field.kind !== 'boolean',
      );
      for (const { name } of needed) expect(found).toContain(`settings.${name}`);
    },
  );
});

describe('a stored processor', () => {
  const draft = draftOf('nmi', stored);

  it('shows fee and limits as people write them, and no secret', () => {
    expect(draft).toMatchObject({ payment_adj_value: '2.500', limits: { sale_single: '500.00' } });
    expect(draft.settings).toMatchObject({ username: 'u', password: '' });
    expect(problemsOf(draft, set)).toEqual({});
  });

  it('sends only what differs, and a secret only where one was typed', () => {
    expect(changeOf(draft, draft, set)).toEqual({});
    expect(changeOf(draft, { ...draft, name: 'Main' }, set)).toEqual({ name: 'Main' });
    const typed = { ...draft, settings: { ...draft.settings, password: 'new-secret' } };
    expect(changeOf(draft, typed, set)).toMatchObject({
      settings: { nmi: { password: 'new-secret' } },
    });
    const named = { ...draft, settings: { ...draft.settings, username: 'v' } };
    expect(changeOf(draft, named, set)).toMatchObject({
      settings: { nmi: { username: 'v', password: '********' } },
    });
  });

  it('keeps codes without a choice of them as they are typed', () => {
    const all = processor_types.flatMap(({ credentials }) => credentials);
    const field = all.flatMap(({ item = [] }) => item).find(isTypedList) as Credential;
    const fields = [field];
    expect(settingsDraft(fields, { [field.name]: ['usd', 'cad'] })).toEqual({
      [field.name]: 'usd, cad',
    });
    const sent = (text: string) => sentSettings(fields, { [field.name]: text }, [])[field.name];
    expect(sent('usd, cad, ')).toEqual(['usd', 'cad']);
    expect(sent(' ')).toEqual([]);
  });

  it('says in the words of the specification what is missing or wrong', () => {
    const bad = { ...draft, name: ' ', payment_adj_value: '', max_daily: 'x' };
    expect(problemsOf(bad, set)).toEqual({
      name: 'The Name field is required.',
      payment_adj_value: 'The Fee field is required.',
      max_daily: 'The All daily payments field format is invalid.',
    });
    // More than a total may ever reach.
    const limits = { ...draft.limits, sale_daily: '9999999999.99' };
    expect(problemsOf({ ...draft, limits }, set)).toEqual({
      'limits.sale_daily': 'The Daily sales field format is invalid.',
    });
  });
});
