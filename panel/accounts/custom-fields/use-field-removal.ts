// Deletes a custom field after a question, from its list and from its form.
import { type CustomFieldRecord, custom_fields } from '../../../contract/accounts/custom-fields.ts';
import { useRemoval } from '../../kit/dialog/use-removal.tsx';

export function useFieldRemoval(onRemoved?: () => void) {
  return useRemoval<CustomFieldRecord>({
    endpoint: custom_fields.remove,
    stales: [custom_fields.search],
    noun: 'custom field',
    done: 'Custom field deleted!',
    effect: ({ name }) => `Forms no longer show ${name}. Payments keep the values they have.`,
    ...(onRemoved && { onRemoved }),
  });
}
