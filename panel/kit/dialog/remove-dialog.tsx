// The last question before a record is removed, and what follows: a toast, and its list read anew.
import type { ReactNode } from 'react';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { useRemove } from '../../hooks.ts';
import { toast } from '../../notices.ts';
import { ActionDialog } from './action-dialog.tsx';

interface RemoveDialogProps {
  endpoint: Endpoint<`${string}/{id}`>;
  id: string;
  /** Lists that are read anew. */
  stales: readonly Endpoint[];
  /** `custom field`. */
  noun: string;
  /** What is said once it is gone. */
  done: string;
  onRemoved?: () => void;
  onClose: () => void;
  /** What else goes with it. */
  children: ReactNode;
}

export function RemoveDialog(props: RemoveDialogProps) {
  const { endpoint, id, stales, noun, done, onRemoved, onClose, children } = props;
  const remove = useRemove(endpoint, {
    quiet: true,
    stales,
    onSaved: () => {
      toast(done);
      onClose();
      onRemoved?.();
    },
  });
  return (
    <ActionDialog
      title={`Delete the ${noun}`}
      action={`Delete ${noun}`}
      destructive
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      <p>{children}</p>
    </ActionDialog>
  );
}
