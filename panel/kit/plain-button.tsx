// The button of screens, bars and dialogs; `primary` is the one that a screen is for.
import type { ComponentProps } from 'react';
import basics from '../style/basics.module.css';

interface PlainButtonProps extends ComponentProps<'button'> {
  primary?: boolean;
}

export function PlainButton({ primary, ...rest }: PlainButtonProps) {
  return (
    <button
      type="button"
      className={basics.plainButton}
      data-primary={primary || undefined}
      {...rest}
    />
  );
}
