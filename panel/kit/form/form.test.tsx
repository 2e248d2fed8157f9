// Forms as they reach the page: labels, limits and hints that the schema gives, errors, the bar.
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { open } from '../../../contract/access/access.ts';
import { may } from '../../../contract/access/may.ts';
import { endpoint, nothing } from '../../../contract/endpoint.ts';
import { described } from '../../../contract/field-meta.ts';
import { blankable, email, phone } from '../../../contract/fields.ts';
import { sessions } from '../../../contract/identity/sessions.ts';
import { stubBrowser } from '../../testing/browser.ts';

stubBrowser();
const { AddressFields } = await import('./address-fields.tsx');
const fields = await import('./fields.tsx');
const { FormProvider } = await import('./form-context.ts');
const { FormScreen } = await import('./form-screen.tsx');
const { useForm } = await import('./use-form.ts');
const { CheckField, ManyField, MoneyField, SelectField, SwitchField, TextField } = fields;

const contact = z.object({
  city: blankable(z.string().max(50)),
  company: blankable(z.string().max(100)),
  state: blankable(z.string()),
  postal_code: blankable(z.string()),
});
const save = endpoint({
  method: 'POST',
  path: '/thing',
  access: open,
  rate_class: 'write',
  summary: '',
  reply: nothing(),
  input: z.object({
    name: z.string().trim().min(1).max(40),
    note: described(blankable(z.string().max(500)), { typed_as: 'long', hint: 'seen by all' }),
    email,
    mobile_phone: blankable(phone),
    secret: described(z.string(), { typed_as: 'password', autocomplete: 'new-password' }),
    kind: z.enum(['one_kind', 'other']),
    shared: z.boolean(),
    sizes: z.array(z.string()),
    amount: z.int(),
    tip: blankable(z.int()),
    reason: described(z.string().min(1).max(300), { typed_as: 'long' }),
    billing_address: contact,
  }),
});
const initial = {
  name: 'Harbor',
  note: '',
  email: '',
  mobile_phone: '5551234567',
  secret: '',
  kind: 'other',
  shared: true,
  sizes: ['m'],
  amount: '12.30',
  tip: '',
  reason: '',
  billing_address: { city: 'Bellingham', company: '', state: 'WA', postal_code: '' },
};

/** The markup of these fields within a form over the call. */
function rendered(children: ReactNode, as_screen: { onLeave?: () => void } | null = null): string {
  return renderedFor(save, null, children, as_screen);
}

/** The same over any call, for the person that the session is of; null where none is known. */
function renderedFor(
  endpoint: typeof save,
  caller: object | null,
  children: ReactNode,
  as_screen: { onLeave?: () => void } | null,
): string {
  const client = new QueryClient();
  if (caller) client.setQueryData([sessions.get.path, {}, {}], caller);
  function Probe() {
    const form = useForm(endpoint, { initial, input: (values) => values as never });
    const screen = { title: 'Thing', action: 'Save thing', note: 'It counts from now on.' };
    if (as_screen === null) return <FormProvider value={form}>{children}</FormProvider>;
    return (
      <FormScreen form={form} {...screen} {...as_screen}>
        {children}
      </FormScreen>
    );
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="light" withCssVariables={false}>
        <Probe />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

/** The tag of the field with this name. */
function fieldOf(html: string, name: string): string {
  return /<(?:input|select|textarea)[^>]*>/g
    [Symbol.match](html)
    ?.find((tag) => tag.includes(`name="${name}"`)) as string;
}

test('a field knows its label, limit and keyboard by its name alone', () => {
  const html = rendered(
    <>
      <TextField name="name" />
      <TextField name="email" label="Receipt email" />
      <TextField name="secret" />
    </>,
  );
  expect(fieldOf(html, 'name')).toContain('aria-label="Name"');
  expect(fieldOf(html, 'name')).toContain('maxLength="40"');
  expect(fieldOf(html, 'name')).toContain('value="Harbor"');
  expect(fieldOf(html, 'email')).toContain('aria-label="Receipt email"');
  expect(fieldOf(html, 'email')).toContain('inputMode="email"');
  expect(fieldOf(html, 'secret')).toContain('type="password"');
  expect(fieldOf(html, 'secret')).toContain('autoComplete="new-password"');
});

test('what may be left empty says so, what may not is required for every reader', () => {
  const html = rendered(
    <>
      <TextField name="name" />
      <TextField name="mobile_phone" />
      <TextField name="note" />
      <TextField name="reason" />
      <MoneyField name="amount" currency="usd" />
      <MoneyField name="tip" currency="usd" />
    </>,
  );
  for (const name of ['name', 'reason', 'amount']) {
    expect(fieldOf(html, name)).toContain('aria-required="true"');
  }
  for (const name of ['mobile_phone', 'note', 'tip']) {
    expect(fieldOf(html, name)).not.toContain('aria-required');
  }
  expect(html.match(/<em>([^<]*)<\/em>/g)).toEqual(['<em>optional</em>', '<em>seen by all</em>']);
});

test('a phone is masked, an amount has its symbol, a long text its lines', () => {
  const html = rendered(
    <>
      <TextField name="mobile_phone" />
      <MoneyField name="amount" currency="usd" with_code />
      <TextField name="note" />
    </>,
  );
  expect(fieldOf(html, 'mobile_phone')).toContain('value="(555) 123-4567"');
  expect(fieldOf(html, 'amount')).toContain('inputMode="decimal"');
  expect(html).toMatch(/\$.*USD/s);
  expect(fieldOf(html, 'note')).toContain('<textarea');
  expect(fieldOf(html, 'note')).toContain('maxLength="500"');
});

test('choices are those of the schema in words, switches and boxes say their state', () => {
  const html = rendered(
    <>
      <SelectField name="kind" none="Any" />
      <SwitchField name="shared" />
      <CheckField name="shared" label="Share it" />
      <ManyField name="sizes" choices={['s', 'm']} />
    </>,
  );
  expect(html).toContain('<option value="">Any</option>');
  expect(html).toContain('<option value="one_kind">One kind</option>');
  expect(html).toMatch(/<option value="other" selected="">/);
  expect(fieldOf(html, 'shared')).toContain('checked=""');
  expect(fieldOf(html, 'sizes.m')).toContain('checked=""');
  expect(fieldOf(html, 'sizes.s')).not.toContain('checked=""');
});

test('the browser may fill an address in, and tells two of them apart', () => {
  const html = rendered(
    <AddressFields name="billing_address" shown={['city', 'company', 'state']} />,
  );
  expect(fieldOf(html, 'billing_address.city')).toContain(
    'autoComplete="section-billing_address address-level2"',
  );
  expect(html).toMatch(/<option value="WA" selected="">WA<\/option>/);
  expect(html.match(/<em>/g)).toHaveLength(1);
  expect(html).not.toContain('Postal code');
});

test('the bar comes with a change, and stands at once where something new is made', () => {
  expect(rendered(<TextField name="name" />, {})).not.toContain('Save thing');
  const onLeave = () => undefined;
  expect(rendered(<TextField name="name" />, { onLeave })).toContain('Save thing');
});

test('a name that the form does not have is a defect', () => {
  expect(() => rendered(<TextField name="nmae" />)).toThrow('the form has no field nmae');
});

test('who may not make the call reads the record, and the reason above it', () => {
  const limited = { ...save, access: may.make_users } as unknown as typeof save;
  const person = { account_type: 'merchant', role: 'standard', permissions: {} };
  const leaving = { onLeave: () => undefined };
  const fields = <TextField name="name" />;
  const closed = renderedFor(limited, person, fields, leaving);
  expect(closed).toMatch(/<fieldset disabled=""><.*name="name"/s);
  expect(closed).toContain('requires the admin role.');
  expect(closed).not.toContain('Save thing');
  const permissions = { manage_users: true };
  const free = renderedFor(limited, { ...person, role: 'admin', permissions }, fields, leaving);
  expect(free).not.toContain('<fieldset');
  expect(free).toContain('Save thing');
});
