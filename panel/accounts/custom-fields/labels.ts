// Custom fields in words, for lists and forms.
import type {
  CustomFieldType,
  ValidationType,
} from '../../../contract/accounts/custom-field-rules.ts';

export const type_labels: Readonly<Record<CustomFieldType, string>> = {
  text: 'Text',
  textarea: 'Long text',
  hidden: 'Hidden',
  radio: 'Radio buttons',
  checkbox: 'Checkboxes',
  select: 'Select',
  multiselect: 'Select several',
};

export const validation_labels: Readonly<Record<ValidationType, string>> = {
  open: 'Anything',
  alpha: 'Letters',
  alphanumeric: 'Letters and digits',
  sentence: 'Letters, digits, spaces and , . ? !',
  numeric: 'Digits',
};
