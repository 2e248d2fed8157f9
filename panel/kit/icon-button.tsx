// A button that shows only an icon; its label is read out.
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import basics from '../style/basics.module.css';
import { icon_16 } from './icon.ts';

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
  icon: Icon;
  /** Width of the icon where it is not 16. */
  size?: number;
}

export function IconButton({ label, icon: Shown, size = 16, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={basics.iconButton} aria-label={label} {...rest}>
      <Shown {...icon_16} size={size} />
    </button>
  );
}
