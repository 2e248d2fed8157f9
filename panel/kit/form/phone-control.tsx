// A phone number field: formatted while it is typed, stored as digits (spec 1 §5).
import { useState } from 'react';
import { arrange, max_phone_digits, phoneMask } from '../format/masks.ts';
import { type ControlProps, TextControl } from './controls.tsx';

/** The form keeps the digits, and a leading `+` for another country's number. */
const digitsOf = (text: string) => text.replace(/(?!^\+)\D/g, '');

/**
 * The mask alone until the field has focus, because the numbering plans are a separate download.
 */
export function usePhoneText() {
  const [format, setFormat] = useState<typeof phoneMask>(() => phoneMask);
  const load = async () => {
    const { phoneText } = await import('./phone-text.ts').catch(() => ({ phoneText: phoneMask }));
    setFormat(() => phoneText as typeof phoneMask);
  };
  return { text: (typed: string) => format(typed, max_phone_digits), load };
}

export function PhoneControl({ value, onChange, extra, ...field }: ControlProps) {
  const { text, load } = usePhoneText();
  return (
    <TextControl
      {...field}
      value={text(value)}
      onChange={(typed) => onChange(digitsOf(text(typed)))}
      extra={{
        ...extra,
        input: {
          inputMode: 'tel',
          placeholder: '(###) ###-####',
          ...extra?.input,
          onFocus: () => void load(),
          onInput: ({ currentTarget }) => arrange(currentTarget, text(currentTarget.value)),
        },
      }}
    />
  );
}
