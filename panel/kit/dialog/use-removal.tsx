// The deletion of a record: the action that begins it, and the question before it.
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { CallRequest } from '../../api.ts';
import { sentenceCase } from '../format/sentence.ts';
import type { RowAction } from '../list/list-types.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type OneById = Endpoint<`${string}/{id}`>;

interface Removal<Row> {
  endpoint: OneById;
  /** Lists that are read anew. */
  stales: readonly Endpoint[];
  /** `custom field`. */
  noun: string;
  /** The toast where it is not `Custom field deleted`. */
  done?: string;
  /** Why this row cannot be deleted, or null. */
  whyNot?: (row: Row) => string | null;
  /** What follows from deleting this row. */
  effect: (row: Row) => ReactNode;
  onRemoved?: () => void;
}

/** `action` is for a row's menu, `dialog` is rendered beside the list, `ask` opens it. */
export function useRemoval<Row extends { id: string }>(removal: Removal<Row>) {
  const { endpoint, stales, noun, whyNot, effect, onRemoved } = removal;
  const { done = `${sentenceCase(noun)} deleted` } = removal;
  const [row, ask] = useState<Row | null>(null);
  const action = (one: Row): RowAction => ({
    label: 'Delete',
    icon: IconTrash,
    destructive: true,
    reason: whyNot?.(one) ?? null,
    run: () => ask(one),
  });
  const dialog = row && (
    <ConfirmDialog
      title={`Delete the ${noun}`}
      action={`Delete ${noun}`}
      destructive
      call={{ endpoint, request: { params: { id: row.id } } as CallRequest<OneById>, stales, done }}
      onClose={() => ask(null)}
      {...(onRemoved && { onDone: onRemoved })}
    >
      <p>{effect(row)}</p>
    </ConfirmDialog>
  );
  return { action, dialog, ask };
}
