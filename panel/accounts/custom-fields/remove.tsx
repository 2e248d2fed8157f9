// The last question before a custom field is removed.
import { type CustomFieldRecord, custom_fields } from '../../../contract/accounts/custom-fields.ts';
import { RemoveDialog } from '../../kit/dialog/remove-dialog.tsx';

interface RemoveProps {
  field: CustomFieldRecord;
  onClose: () => void;
  onRemoved?: () => void;
}

export function RemoveCustomField({ field, onClose, onRemoved }: RemoveProps) {
  return (
    <RemoveDialog
      endpoint={custom_fields.remove}
      id={field.id}
      stales={[custom_fields.search]}
      noun="custom field"
      done="Custom field deleted!"
      onClose={onClose}
      {...(onRemoved && { onRemoved })}
    >
      Forms no longer show {field.name}. Payments keep the values they have.
    </RemoveDialog>
  );
}
