// A confirmation before one call: shows its error, a toast once done, and reloads the lists.
import type { ReactNode } from 'react';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { type CallRequest, orElse } from '../../api.ts';
import { useSave } from '../../hooks.ts';
import { toast } from '../../notices.ts';
import { ActionDialog } from './action-dialog.tsx';

interface ConfirmedCall<E extends Endpoint> {
  endpoint: E;
  request: CallRequest<E>;
  /** Lists that are read anew. */
  stales: readonly Endpoint[];
  /** The toast once it is done. */
  done: string;
  /** Shown where a failure has no sentence of its own. */
  fallback?: string;
}

interface ConfirmDialogProps<E extends Endpoint> {
  title: string;
  /** The button: verb first. */
  action: string;
  /** The last step of something that cannot be undone. */
  destructive?: boolean;
  call: ConfirmedCall<E>;
  onDone?: () => void;
  onClose: () => void;
  /** What follows from it. */
  children: ReactNode;
}

export function ConfirmDialog<E extends Endpoint>(props: ConfirmDialogProps<E>) {
  const { title, action, destructive, call, onDone, onClose, children } = props;
  const { endpoint, request, stales, done, fallback } = call;
  const save = useSave(endpoint, {
    fallback,
    stales,
    tell: () => toast(done),
    onSaved: () => {
      onClose();
      onDone?.();
    },
  });
  return (
    <ActionDialog
      {...{ title, action, onClose, destructive: destructive === true }}
      busy={save.isPending}
      error={save.error && fallback ? orElse(save.error, fallback) : save.error}
      onSubmit={() => save.mutate(request)}
    >
      {children}
    </ActionDialog>
  );
}
