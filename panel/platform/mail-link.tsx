// The way back from a mail to the list it was opened from.
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { icon_16 } from '../kit/icon.ts';

export function MailLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="quiet-button">
      <IconArrowLeft {...icon_16} />
      {children}
    </Link>
  );
}
