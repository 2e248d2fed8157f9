// A button that also answers to a key and shows it.

import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { HintKey } from './hint-key.tsx';
import { controlKey, useKeys } from './keys.ts';

interface KeyButtonProps {
  /** As `event.key` gives it, in small letters: `n`, `enter`. */
  hotkey: string;
  with_control?: boolean;
  /** What it does, for the list of keys. */
  label: string;
  onPress: () => void;
  /** Variant, color, size, leftSection, loading … */
  button?: ButtonProps;
  /** The word on the button; the label when left out. */
  children?: ReactNode;
}

const key_symbols: Readonly<Record<string, string>> = { enter: '↵' };

export function KeyButton(props: KeyButtonProps) {
  const { hotkey, with_control = false, label, onPress, button, children } = props;
  useKeys([{ key: hotkey, label, run: onPress, with_control }]);
  const name = key_symbols[hotkey] ?? hotkey.toUpperCase();
  return (
    <Button
      {...button}
      onClick={onPress}
      rightSection={<HintKey>{with_control ? controlKey(name) : name}</HintKey>}
    >
      {children ?? label}
    </Button>
  );
}
