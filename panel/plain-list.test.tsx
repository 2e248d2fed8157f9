// A plain list on a phone: a row shows what its columns show, each value beside its label.
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { SearchList } from './kit/filter/search-list.ts';
import type { Column, RowView } from './kit/list/list-types.ts';
import { stubBrowser } from './testing/browser.ts';

stubBrowser();
const { ListPhone } = await import('./kit/list/list-phone.tsx');
const { plainPhone } = await import('./plain-list.tsx');

interface Voucher {
  id: string;
  name: string;
  status: 'active' | 'disabled';
  code: string;
  uses: number;
}

const columns: readonly Column<Voucher>[] = [
  { key: 'name', label: 'Name', name: true, cell: ({ name }) => name },
  { key: 'code', label: 'Code', cell: ({ code }) => code },
  { key: 'uses', label: 'Uses left', numeric: true, cell: ({ uses }) => uses },
];
const row: Voucher = { id: '1', name: 'Spring', status: 'disabled', code: 'SPRING26', uses: 0 };

/** The text of the one row, as it is read out. */
function shown(): string {
  const view: RowView<Voucher> = {
    key: ({ id }) => id,
    name: ({ name }) => name,
    to: ({ id }) => `/vouchers/${id}`,
    phone: (one) => plainPhone(one, columns),
  };
  const search = { rows: [row], stale: false } as unknown as SearchList<Voucher>;
  const html = renderToStaticMarkup(
    <MantineProvider forceColorScheme="light" withCssVariables={false}>
      <MemoryRouter>
        <ListPhone
          label="Vouchers"
          search={search}
          view={view}
          skeleton={false}
          selection={{ rows: [] } as never}
        />
      </MemoryRouter>
    </MantineProvider>,
  );
  return html
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

test('a row names itself and its status, then each other column by its label', () => {
  expect(shown()).toBe('Spring Disabled Code SPRING26 Uses left 0');
});
