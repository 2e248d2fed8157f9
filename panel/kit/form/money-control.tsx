// An amount as typed: its symbol in front, its code behind, two decimals once one leaves it.
import { formatPlain, parseMoney, symbolOf } from '../../../contract/money.ts';
import { type ControlProps, TextControl } from './controls.tsx';

interface MoneyControlProps extends ControlProps {
  currency: string;
  /** The code at the end of the field. */
  with_code?: boolean;
}

export function MoneyControl({ currency, with_code = false, extra, ...field }: MoneyControlProps) {
  const symbol = symbolOf(currency);
  const tidy = () => {
    const minor = field.value.trim() === '' ? null : parseMoney(field.value, currency);
    if (minor === null) return;
    const tidied = formatPlain(minor, currency);
    if (tidied !== field.value) field.onChange(tidied);
  };
  return (
    <TextControl
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
