// The box that something is searched in: its icon, and a field without the browser's guesses.
import { IconSearch } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { icon_16 } from '../icon.ts';

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  label: string;
  value: string;
  onType: (typed: string) => void;
}

/** Rendered inside an element of the class `inputFrame`. */
export function SearchInput({ label, onType, ...rest }: SearchInputProps) {
  return (
    <>
      <IconSearch {...icon_16} />
      <input
        type="search"
        onChange={(event) => onType(event.currentTarget.value)}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        {...rest}
      />
    </>
  );
}
