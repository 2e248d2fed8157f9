// A phone number as forms take it: masked while it is typed, kept as its digits (spec 1 §5).
import { type FieldProps, TextField } from './fields.tsx';
import { arrange, most_phone_digits, phoneMask } from './masks.ts';

/** Its digits, and the sign of a country's own while it stands in the form. */
const kept = (text: string) => text.replace(/(?!^\+)\D/g, '');

export function PhoneField({ value, onChange, extra, ...field }: FieldProps) {
  const shown = phoneMask(value, most_phone_digits);
  return (
    <TextField
      {...field}
      value={shown}
      onChange={(typed) => onChange(kept(phoneMask(typed, most_phone_digits)))}
      extra={{
        ...extra,
        input: {
          inputMode: 'tel',
          placeholder: '(###) ###-####',
          ...extra?.input,
          onInput: ({ currentTarget }) =>
            arrange(currentTarget, phoneMask(currentTarget.value, most_phone_digits)),
        },
      }}
    />
  );
}

/** How a member of a form is typed: whatever is called a phone is masked as one. */
export const controlOf = (name: string) => (/(^|_)phone$/.test(name) ? PhoneField : TextField);
