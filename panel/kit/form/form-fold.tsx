// A folded part of a form that opens by itself where something inside is wrong.
import type { ReactNode } from 'react';
import { Fold } from '../fold.tsx';
import { useHasErrors } from './form-context.ts';

interface FormFoldProps {
  title: string;
  peek: string;
  /** What the names of the fields inside begin with: `primary_contact`. */
  names: string | readonly string[];
  open_at_start?: boolean;
  children: ReactNode;
}

export function FormFold({ names, ...fold }: FormFoldProps) {
  const forced = useHasErrors(typeof names === 'string' ? [names] : names);
  return <Fold {...fold} forced={forced} />;
}
