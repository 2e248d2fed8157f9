// An amount as typed: its symbol in front, its code behind, two decimals once one leaves it.
import { formatPlain, parseMoney, symbolOf } from '../../contract/money.ts';
import { type FieldProps, TextField } from './fields.tsx';

interface MoneyFieldProps extends FieldProps {
  currency: string;
  /** The code at the end of the field. */
  with_code?: boolean;
}

export function MoneyField({ currency, with_code = false, extra, ...field }: MoneyFieldProps) {
  const symbol = symbolOf(currency);
  const tidy = () => {
    const minor = field.value.trim() === '' ? null : parseMoney(field.value, currency);
    if (minor !== null) field.onChange(formatPlain(minor, currency));
  };
  return (
    <TextField
      {...field}
      extra={{
        start: symbol,
        end: with_code ? currency.toUpperCase() : undefined,
        ...extra,
        input: {
          inputMode: 'decimal',
          autoComplete: 'off',
          placeholder: formatPlain(0, currency),
          onBlur: tidy,
          ...extra?.input,
        },
      }}
    />
  );
}
