// Forms as they reach the page: names, errors and hints of fields, the counter of what to correct.
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { AddressFields } from './address-fields.tsx';
import { CheckField, LongTextField, SelectField, SwitchField } from './fields.tsx';
import { FormScreen } from './form-screen.tsx';

vi.stubGlobal('navigator', { userAgent: 'test' });
const idle = () => undefined;

function rendered(node: ReactNode): string {
  return renderToStaticMarkup(
    <MantineProvider forceColorScheme="light" withCssVariables={false}>
      {node}
    </MantineProvider>,
  );
}

/** The tag of the field with this name. */
function fieldOf(html: string, name: string): string {
  return /<(?:input|select|textarea)[^>]*>/g
    [Symbol.match](html)
    ?.find((tag) => tag.includes(`name="${name}"`)) as string;
}

test('an error marks its field and stands beside it', () => {
  const html = rendered(
    <AddressFields
      name="billing_address"
      shown={['city', 'postal_code']}
      values={{ city: 'Bellingham' }}
      errors={{ postal_code: 'The Billing Postal Code field is required.' }}
      optional={['city']}
      choices={{}}
      onChange={idle}
    />,
  );
  expect(fieldOf(html, 'billing_address.postal_code')).toContain('aria-invalid="true"');
  expect(fieldOf(html, 'billing_address.city')).not.toContain('aria-invalid="true"');
  expect(html).toContain('The Billing Postal Code field is required.');
  expect(html).not.toContain('Address line 1');
});

test('the browser may fill an address in, and tells two of them apart', () => {
  const html = rendered(
    <AddressFields
      name="shipping_address"
      shown={['city']}
      values={{}}
      errors={{}}
      optional={[]}
      choices={{}}
      onChange={idle}
    />,
  );
  expect(fieldOf(html, 'shipping_address.city')).toContain(
    'autoComplete="section-shipping_address address-level2"',
  );
});

test('where a list of choices is kept, the field offers it', () => {
  const state = { state: [{ value: 'WA', label: 'Washington' }] };
  const html = rendered(
    <AddressFields
      name="billing_address"
      shown={['state']}
      values={{ state: 'WA' }}
      errors={{}}
      optional={[]}
      choices={state}
      onChange={idle}
    />,
  );
  expect(html).toMatch(/<option value="WA" selected="">Washington<\/option>/);
});

test('switches and boxes say their state, a hint is no part of a name', () => {
  const html = rendered(
    <>
      <CheckField name="email_receipt" label="Email receipt" checked onChange={idle} />
      <SwitchField name="active" label="Active" checked={false} onChange={idle} />
      <LongTextField name="note" label="Note" hint="optional" value="" onChange={idle} />
      <SelectField name="kind" label="Kind" value="" onChange={idle} choices={[]} none="Any" />
    </>,
  );
  expect(fieldOf(html, 'email_receipt')).toContain('checked=""');
  expect(fieldOf(html, 'active')).not.toContain('checked=""');
  expect(fieldOf(html, 'note')).toContain('aria-label="Note"');
  expect(html).toContain('<option value="" selected="">Any</option>');
});

test('the bar comes with the first change and counts what is to correct', () => {
  const screen = (changed: string) =>
    rendered(
      <FormScreen
        title="Permissions"
        action="Save permissions"
        errors={{ a: 'must be 3 or less', b: undefined }}
        changed={changed}
        busy={false}
        onSubmit={idle}
        onDiscard={idle}
      >
        <p>fields</p>
      </FormScreen>,
    );
  expect(screen('')).not.toContain('Save permissions');
  expect(screen('1 change')).toContain('1 field to correct');
});
