// The way back above a page: found by the menu, by the page's route, or not needed.
import { IconUsers } from '@tabler/icons-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { ApiError } from '../../api.ts';
import { Crumbs, EntryAbove, entryAbove, PartOf } from './crumbs.tsx';
import { RecordMissing } from './not-shown.tsx';

const menu = [
  { label: 'Users', to: '/merchant/users', icon: IconUsers, covers: /\/merchant\/users(\/|$)/ },
  { label: 'Groups', to: '/merchant/groups', icon: IconUsers, covers: /\/groups\// },
];
const handles = [undefined, { area: 'merchant', menu }];

it('leads back to the entry of the menu that covers the page', () => {
  expect(entryAbove(handles, '/merchant/groups/create')).toMatchObject({ to: '/merchant/groups' });
  expect(entryAbove(handles, '/merchant/users')).toBeNull();
  expect(entryAbove(handles, '/merchant/transaction/search')).toBeNull();
});

it('takes the word of the route where no menu has the page', () => {
  const above = { to: '/merchant/manage_account', label: 'Account' };
  expect(entryAbove([...handles, { above }], '/merchant/change_password')).toEqual(above);
});

const entry = { to: '/admin/merchants/search', label: 'Merchants' };
const textOf = (page: React.ReactNode) =>
  renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>)
    .replace(/<svg.*?<\/svg>/g, ' > ')
    .replace(/<[^>]+>/g, '');

it('names the account between its list and a part of it, once', () => {
  const crumbs = (title: string) => (
    <EntryAbove value={entry}>
      <PartOf value={{ to: '/admin/merchants/update/1/info', label: 'Alder' }}>
        <Crumbs title={title} />
      </PartOf>
    </EntryAbove>
  );
  expect(textOf(crumbs('Users'))).toBe('Merchants > Alder > Users');
  expect(textOf(crumbs('Alder'))).toBe('Merchants > Alder');
  expect(textOf(crumbs('Merchants'))).toBe('');
  expect(textOf(<Crumbs title="Users" />)).toBe('');
});

it('says that a record is not there, or that it could not be loaded, and leads back', () => {
  const missing = (error: ApiError | null) =>
    textOf(
      <EntryAbove value={entry}>
        <RecordMissing noun="Merchant" of={{ error, refetch: () => undefined }} />
      </EntryAbove>,
    );
  expect(missing(new ApiError('not found', 404))).toBe(
    'Merchants > MerchantMerchant not found' +
      'This merchant does not exist, or you do not have access to it.Back to Merchants',
  );
  expect(missing(new ApiError('', 503))).toMatch(
    /Merchant not shown.*Back to Merchants.*Try again/,
  );
  expect(missing(null)).toBe('');
});
