// Custom outputs on the screen: whose default counts, which columns stand, what is sent.
import { describe, expect, it } from 'vitest';
import type { AccountType } from '../../contract/access/access.ts';
import { type CustomOutput, custom_outputs } from '../../contract/reports/custom-outputs.ts';
import { isFieldList, offered_fields, output_types } from '../../contract/reports/output-fields.ts';
import { differing } from '../kit/form/differing.ts';
import { problemsIn } from '../kit/form/problems.ts';
import { outputColumns } from '../payments/transactions/list/output-columns.tsx';
import { newOutput, type OutputDraft, outputDraft, outputRules } from './output-draft.ts';
import { chosenFields, fieldText, totalsLabels } from './outputs.ts';
import { reportInput } from './report-choices.tsx';

const output = (overrides: Partial<CustomOutput>): CustomOutput => ({
  ...{ id: 'outputoutputoutputou', name: 'Mine', type: 'transaction-table' },
  ...{ field_list: ['id'], shared: true, default_for_user: false, default_for_account: false },
  ...{ user_id: 'useruseruseruseruser', created_at: '', updated_at: '' },
  ...overrides,
});

describe('the output that is shown', () => {
  it('is one’s own default before the account’s, of its type alone; else the standard', () => {
    const account = output({ field_list: ['amount'], default_for_account: true });
    const own = output({ field_list: ['id'], default_for_user: true });
    const other = output({ type: 'transaction', default_for_user: true });
    expect(chosenFields([account, own, other], 'transaction-table')).toEqual(['id']);
    expect(chosenFields([other, account], 'transaction-table')).toEqual(['amount']);
    expect(chosenFields([other, output({})], 'transaction-table')).toBeNull();
  });

  it('puts its columns into the table in its order, one of them opening the row', () => {
    const columns = outputColumns('merchant', null, ['amount', 'card_brand', 'created_at']);
    expect(columns.map(({ key }) => key)).toEqual(['amount', 'card_brand', 'created_at']);
    expect(columns.map(({ name }) => name)).toEqual([true, false, false]);
    expect(columns.map(({ sortable }) => sortable)).toEqual([true, false, true]);
    const named = outputColumns('merchant', null, ['amount', 'name']);
    expect(named.find(({ name }) => name)?.key).toBe('name');
  });

  it('has a column and words for every field that is offered', () => {
    const offered = offered_fields['transaction-table'];
    const columns = outputColumns('merchant', null, offered);
    expect(columns.map(({ key }) => key)).toEqual(offered);
    for (const type of output_types) {
      const words = offered_fields[type].map((name) => fieldText(type, name));
      expect(new Set(words).size).toBe(words.length);
      expect(words.filter((text) => !/^[A-Z]/.test(text))).toEqual([]);
    }
  });

  it('has the ten totals of the standard, or those chosen in their order', () => {
    expect(totalsLabels(null)).toHaveLength(10);
    expect(totalsLabels(['net_amount', 'tip_amount'])).toEqual([
      ['net_amount', 'Net'],
      ['tip_amount', 'Tip'],
    ]);
  });
});

describe('an output in a form', () => {
  it('sends what was changed, and asks for a name and a field', () => {
    const begun = outputDraft('merchant', 'transaction-table', output({}));
    expect(differing(begun, { ...begun, field_list: ['id'] })).toEqual({});
    expect(differing(begun, { ...begun, shared: false })).toEqual({ shared: false });
    const schema = custom_outputs.create.input;
    const form = { schema, input: (one: OutputDraft) => newOutput(type, one), rules: outputRules };
    const type = 'transaction-table';
    expect(problemsIn(form, begun)).toEqual({});
    expect(problemsIn(form, { ...begun, name: ' ', field_list: [] })).toEqual({
      name: 'The Name field is required.',
      field_list: 'Choose at least one field',
    });
  });

  it('begins with the columns that are shown: whose they are for everybody but merchants', () => {
    const first = (area: AccountType) =>
      outputDraft(area, 'transaction-table', undefined).field_list[0];
    expect([first('merchant'), first('partner')]).toEqual(['name', 'merchant_id']);
    const totals = outputDraft('admin', 'transaction-totals', undefined).field_list;
    expect(totals).not.toContain('merchant_id');
    for (const area of ['merchant', 'partner', 'admin'] as const) {
      for (const type of output_types) {
        expect(isFieldList(type, outputDraft(area, type, undefined).field_list)).toBe(true);
      }
    }
  });

  it('asks a report for what was chosen and for nothing else', () => {
    const search = { status: { operator: '=', value: 'settled' } };
    const none = { output: 'csv', format_id: '', time_zone: '', with_lines: false } as const;
    const choices = { ...none, with_manifest: true };
    expect(reportInput(search, choices)).toEqual({ ...search, output: 'csv' });
    const all = { ...choices, format_id: 'f', time_zone: 'UTC', with_lines: true };
    expect(reportInput(search, all)).toEqual({
      ...search,
      ...{ output: 'csv', format_id: 'f', time_zone: 'UTC', include_line_items: true },
    });
  });
});
