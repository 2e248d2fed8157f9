// The list of a plain noun: its rows, their status, and what its calls let be done to them.
import { IconBan, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { Endpoint } from '../contract/endpoint.ts';
import { useSave } from './hooks.ts';
import { useRemoval } from './kit/dialog/use-removal.tsx';
import type { SearchList } from './kit/filter/search-list.ts';
import { midSentence } from './kit/format/sentence.ts';
import { StatusBadge } from './kit/format/status-badge.tsx';
import { enableAction } from './kit/list/columns.tsx';
import { ListScreen } from './kit/list/list-screen.tsx';
import type { Column, PhoneRow, RowAction, RowView } from './kit/list/list-types.ts';
import { toast } from './notices.ts';
import { useWhyNot } from './use-why-not.ts';

interface PlainRow {
  id: string;
  name: string;
  status?: 'active' | 'disabled';
}

/** What crud() makes, as far as a list calls it. */
interface PlainCalls {
  search: Endpoint;
  find?: Endpoint;
  get: Endpoint;
  create: Endpoint;
  remove: Endpoint<`${string}/{id}`>;
  setStatus?: Endpoint<`${string}/{id}/status/{action}`>;
}

const status_badges = {
  active: { word: 'Active', tone: 'ok', icon: IconCircleCheck },
  disabled: { word: 'Disabled', tone: 'mute', icon: IconBan },
} as const;

const status_column: Column<PlainRow> = {
  key: 'status',
  label: 'Status',
  cell: ({ status }) => status && <StatusBadge badge={status_badges[status]} />,
};

/** A row on a phone: its name and status, then every other column with its label. */
export function plainPhone<Row extends PlainRow>(
  row: Row,
  columns: readonly Column<Row>[],
): PhoneRow {
  const others = columns.filter(({ name }) => !name);
  return {
    title: row.name,
    badge: row.status && <StatusBadge badge={status_badges[row.status]} />,
    facts: others.map(({ label, cell }) => ({ label, value: cell(row) })),
  };
}

interface PlainListProps<Row> {
  title: string;
  noun: string;
  /** Where the list stands; a row opens below it at `/update/{id}`, a new one at `/create`. */
  path: string;
  calls: PlainCalls;
  search: SearchList<Row>;
  /** The status of a noun that has one stands behind them. */
  columns: readonly Column<Row>[];
  /** What the noun is for, said while there is none yet. */
  text: string;
  /** What follows from deleting this row. */
  leaving: (row: Row) => ReactNode;
}

export function PlainList<Row extends PlainRow>(props: PlainListProps<Row>) {
  const { title, noun, path, calls, search, columns, text, leaving } = props;
  const against = useWhyNot(calls.create.access);
  const stales = [calls.search, calls.find ?? calls.search, calls.get];
  const has_status = calls.setStatus !== undefined;
  const shown = useMemo(
    () => (has_status ? [...columns, status_column] : columns),
    [columns, has_status],
  );
  const turn = useTurn(calls, stales, against || null);
  const removal = useRemoval<Row>({
    ...{ endpoint: calls.remove, stales, noun, effect: leaving },
    whyNot: () => against || null,
  });
  const view: RowView<Row> = {
    key: ({ id }) => id,
    name: ({ name }) => name,
    to: ({ id }) => `${path}/update/${id}`,
    actions: (row) => [...turn(row), [removal.action(row)]],
    phone: (row) => plainPhone(row, columns),
  };
  const create = against === '' && `${path}/create`;
  const nothing = { title: `No ${midSentence(title)} yet`, text, create };
  return (
    <>
      <ListScreen {...{ title, noun, search, view, nothing }} columns={shown} />
      {removal.dialog}
    </>
  );
}

/** Enables and disables rows of a noun that has a status. */
function useTurn(calls: PlainCalls, stales: Endpoint[], reason: string | null) {
  // Hooks run for every noun; for one without a status nothing is offered below.
  const move = useSave(calls.setStatus ?? calls.get, { stales });
  return ({ id, name, status }: PlainRow): RowAction[][] => {
    if (calls.setStatus === undefined || status === undefined) return [];
    const run = (action: 'enable' | 'disable') =>
      move.mutate({ params: { id, action } } as never, {
        onSuccess: () => toast(`${name} ${action}d`),
      });
    return [[enableAction(status, run, reason)]];
  };
}
