// A custom output as it is being edited, and what of it has to be sent.
import type { AccountType } from '../../contract/access/access.ts';
import type { CustomOutput } from '../../contract/reports/custom-outputs.ts';
import { type OutputType, standard_fields } from '../../contract/reports/output-fields.ts';

export interface OutputDraft {
  name: string;
  field_list: readonly string[];
  shared: boolean;
  default_for_user: boolean;
  default_for_account: boolean;
}

/** Merchants stand first in the table of everybody but merchants (spec 2 §2). */
function standardFields(area: AccountType, type: OutputType): readonly string[] {
  const whose = area !== 'merchant' && type === 'transaction-table';
  return [...(whose ? ['merchant_id', 'merchant_name'] : []), ...standard_fields[type]];
}

/** What stands in the form for an output, or for a new one that begins with the standard fields. */
export function outputDraft(
  area: AccountType,
  type: OutputType,
  of: CustomOutput | undefined,
): OutputDraft {
  if (of) {
    const { name, field_list, shared, default_for_user, default_for_account } = of;
    return { name, field_list, shared, default_for_user, default_for_account };
  }
  const field_list = standardFields(area, type);
  return {
    ...{ name: '', field_list, shared: false },
    ...{ default_for_user: true, default_for_account: false },
  };
}

/** Whether the reader may change an output itself: what is shared is its account's admins'. */
export function mayChange(of: CustomOutput | undefined, role: string | undefined): boolean {
  return of === undefined || !of.shared || role === 'admin';
}

/** A change as the call takes it. */
export function sentOf({ field_list, ...rest }: Partial<OutputDraft>) {
  return { ...rest, ...(field_list && { field_list: [...field_list] }) };
}

/** A new output as the call takes it. */
export function newOutput(type: OutputType, draft: OutputDraft) {
  return { ...draft, type, field_list: [...draft.field_list] };
}

export function outputRules({ field_list }: OutputDraft) {
  return { field_list: field_list.length === 0 ? 'Choose at least one field' : '' };
}
