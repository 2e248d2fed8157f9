// The picker of payment methods: order, hidden tabs, and the tabs without fields.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, test } from 'vitest';
import { countText, firstOf } from './customer-search.tsx';
import { PickerTabs } from './picker-tabs.tsx';
import { CashTab, MailTab, NoneTab } from './plain-tabs.tsx';
import { type PickerTab, shownTabs } from './tabs.ts';

const every: readonly PickerTab[] = [
  'none',
  'apple_pay_token',
  'mail',
  'cash',
  'cardReader',
  'terminal',
  'customer',
  'ach',
  'card',
];

it('shows the allowed tabs in their order, whatever the order they are allowed in', () => {
  expect(shownTabs(every, {})).toEqual(order);
  expect(shownTabs(['mail', 'card'], {})).toEqual(['card', 'mail']);
  expect(shownTabs([], {})).toEqual([]);
});

const order = 'card ach customer terminal cardReader cash mail apple_pay_token none'.split(' ');

test.each([
  ['payment_method_ach', ['ach']],
  ['payment_method_customer_token', ['customer']],
  ['payment_method_terminal', ['terminal']],
  ['payment_method_cash', ['cash']],
  ['payment_method_mail', ['mail']],
  ['payment_method_card', ['card', 'cardReader', 'apple_pay_token']],
])('%s set to hidden takes its tabs away, optional does not', (key, gone) => {
  const left = order.filter((tab) => !gone.includes(tab));
  expect(shownTabs(every, { [key]: 'hidden' })).toEqual(left);
  expect(shownTabs(every, { [key]: 'optional' })).toEqual(order);
});

const lines = (html: string) => [...html.matchAll(/<(?:span|p)>([^<]*)/g)].map(([, text]) => text);

it('says where to mail a check, without lines for what the payee has not', () => {
  const payee = {
    first_name: 'Ada',
    last_name: 'Byron',
    company: 'Looms',
    address_line_1: '1 Mill Street',
    address_line_2: 'Unit 4',
    city: 'Denver',
    state: 'CO',
    postal_code: '80202',
  };
  const head = 'Please mail a check to the following address:';
  const town = 'Denver, CO 80202';
  expect(lines(renderToStaticMarkup(<MailTab payee={payee} />))).toEqual([
    head,
    'Ada Byron',
    'Looms',
    '1 Mill Street',
    'Unit 4',
    town,
  ]);
  const short = { ...payee, first_name: '', last_name: '', address_line_2: '' };
  const shown = lines(renderToStaticMarkup(<MailTab payee={short} />));
  expect(shown).toEqual([head, 'Looms', '1 Mill Street', town]);
});

it('says what is selected where there is nothing to fill in', () => {
  expect(renderToStaticMarkup(<CashTab />)).toContain('>Cash Payment is selected<');
  expect(renderToStaticMarkup(<NoneTab />)).toContain('>No Payment Method Selected<');
});

it('names each tab as the specification does, and has one stop for the Tab key', () => {
  const tabs = shownTabs(every, {});
  const html = renderToStaticMarkup(
    <PickerTabs tabs={tabs} value="mail" onChange={() => undefined} />,
  );
  const names = [...html.matchAll(/<\/svg>([^<]*)/g)].map(([, name]) => name);
  const all = ['Card', 'ACH', 'Customer', 'Terminal', 'Card Reader', 'Cash', 'Mail', 'Pay', 'None'];
  expect(names).toEqual(all);
  expect([...html.matchAll(/tabindex="0"/gi)]).toHaveLength(1);
  expect(html).toMatch(/id="method-mail" aria-selected="true"/);
});

it('counts the customers that were found, as far as they are counted', () => {
  expect(countText(0, 0, 0)).toBe('No saved customer matches.');
  expect(countText(0, 1, 1)).toBe('1 customer');
  expect(countText(5, 5, 24)).toBe('6 to 10 of 24 customers');
  expect(countText(0, 5, 1_000)).toBe('1 to 5 of 1,000 or more customers');
});

it('Enter chooses of the answer to the present text alone, never of the rows still shown', () => {
  const data = { rows: [{ id: 'smith' }, { id: 'smiles' }] };
  expect(firstOf({ data, isPlaceholderData: false }, true)).toBe('smith');
  expect(firstOf({ data, isPlaceholderData: true }, true)).toBeUndefined();
  expect(firstOf({ data, isPlaceholderData: false }, false)).toBeUndefined();
  expect(firstOf({ data: undefined, isPlaceholderData: false }, true)).toBeUndefined();
});
