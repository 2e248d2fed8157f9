// Accounts in the panel: what a form sends, what a status brings about, who is named in the chain.
import { expect, it } from 'vitest';
import { branding } from '../../contract/accounts/branding.ts';
import { limitTexts } from '../../contract/accounts/limits.ts';
import { merchants } from '../../contract/accounts/merchants.ts';
import { sentence } from '../../contract/member-labels.ts';
import { problemsIn } from '../kit/form/problems.ts';
import { consequences } from './account/account-status.ts';
import { firstUserInput, no_user } from './account/first-user.tsx';
import { chainOf } from './account/parent-structure.tsx';
import {
  type BrandValues,
  brandInput,
  brandRules,
  needed_texts,
  new_brand,
} from './branding/brand-values.ts';
import { draftOf, readableNear, readLines, stylesOf } from './branding/style-values.ts';
import {
  type BillingValues,
  billingChange,
  billingRules,
  no_billing,
} from './profile/billing-fields.tsx';
import { grantsChange } from './profile/grants.tsx';
import { limitRules, limitsChange } from './profile/limit-fields.tsx';
import {
  newProfile,
  type ProfileValues,
  profileChange,
  profileRules,
} from './profile/profile-values.ts';
import { settingText, settingValueText } from './value-text.ts';

const profile = { ...newProfile('merchant', 'UTC'), name: 'Harbor Books' };
const schema = merchants.create.input;

const profileProblems = (values: ProfileValues) =>
  problemsIn({ schema, input: (one) => one, rules: profileRules }, values);

const billingProblems = (billing: BillingValues) => {
  const input = (one: { billing: BillingValues }) => ({
    name: 'Harbor Books',
    ...billingChange(no_billing, one.billing),
  });
  return problemsIn({ schema, input, rules: (one) => billingRules(one.billing) }, { billing });
};

const firstUserProblems = (user: typeof no_user) => {
  const input = (one: { user: typeof no_user }) => ({
    name: 'Harbor Books',
    user: firstUserInput(one.user),
  });
  return problemsIn({ schema, input }, { user });
};

const brandProblems = (values: BrandValues, required: readonly string[]) =>
  problemsIn(
    { schema: branding.save.input, input: brandInput, required, rules: brandRules },
    values,
  );
const of_domain = ['domain', ...needed_texts];

it('names what is wrong with a profile in the words of the specification', () => {
  const wrong = {
    ...profile,
    name: '',
    website: 'no address',
    phone: '0123',
    primary_contact: { ...profile.primary_contact, postal_code: '123456789', email: 'x' },
  };
  expect(profileProblems(wrong)).toEqual({
    name: 'The Name field is required.',
    website: 'The url provided for Website has invalid format.',
    phone: 'The Phone field format is invalid.',
    'primary_contact.postal_code': 'The Postal code field format is invalid.',
    'primary_contact.email': 'The email provided for Email must be valid.',
  });
  expect(profileProblems(profile)).toEqual({});
});

it('sends of a profile only what differs, the e-mail under the name its account has', () => {
  const after = {
    ...profile,
    receipt_email: 'till@example.com',
    billing_contact: { ...profile.billing_contact, city: 'Portland' },
  };
  expect(profileChange(profile, after)).toEqual({
    receipt_email: 'till@example.com',
    billing_contact: { city: 'Portland' },
  });
  expect(newProfile('partner', 'UTC')).toHaveProperty('email', '');
  expect(profileChange(profile, profile)).toEqual({});
});

it('sends only the switches that were changed', () => {
  const stored = { permissions: { allow_cart_access: true }, flags: { skip_billing: false } };
  const changed = { permissions: { allow_cart_access: false }, flags: { skip_billing: false } };
  expect(grantsChange(stored, changed)).toEqual({ permissions: { allow_cart_access: false } });
});

it('asks nothing of a bank account that is not given, and takes one away as null', () => {
  expect(billingProblems(no_billing)).toEqual({});
  const account = { ...no_billing, routing_number: '021000021', account_number: '12345678' };
  expect(billingProblems(account)).toEqual({});
  expect(billingProblems({ ...account, routing_number: '021000022' })).toHaveProperty([
    'billing.routing_number',
  ]);
  expect(billingChange(account, no_billing)).toEqual({ billing: null });
  expect(billingChange(account, account)).toEqual({});
});

it('checks the first user only where one is wanted', () => {
  expect(Object.keys(firstUserProblems(no_user))).toEqual([
    'user.username',
    'user.name',
    'user.email',
  ]);
  const nobody = { ...no_user, wanted: false };
  expect(firstUserProblems(nobody)).toEqual({});
  expect(firstUserInput(nobody)).toBeNull();
});

it('says what follows from a status, for a merchant and for a partner', () => {
  const counts = { users: 5, partners: 1, merchants: 2 };
  const off = consequences('merchant', 'active', 'disabled', counts).join('\n');
  expect(off).toContain('Its 5 users are logged out and cannot log in');
  expect(off).toContain('New and scheduled payments stop');
  expect(off).toContain('Payments already taken still settle');
  const partner = consequences('partner', 'active', 'disabled', counts).join('\n');
  expect(partner).toContain('The 1 partner and 2 merchants directly below keep their own status');
  const on = consequences('merchant', 'disabled', 'active', counts).join('\n');
  expect(on).toContain('can log in again');
  expect(on).not.toContain('logged out');
  const unknown = { users: null, partners: null, merchants: null };
  expect(consequences('merchant', 'active', 'closed', unknown)[0]).toContain('Its users are');
});

it('draws the chain from the top, and opens only what is below the viewer', () => {
  const account = { id: 'c', name: 'C', parent_structure: { b: 'B', a: 'A' } };
  expect(chainOf(account, 'b')).toEqual([
    { id: 'a', name: 'A', opens: false },
    { id: 'b', name: 'B', opens: false },
    { id: 'c', name: 'C', opens: true },
  ]);
  expect(chainOf(account, '').map(({ opens }) => opens)).toEqual([true, true, true]);
});

it('keeps styles it has no field for, and refuses a line that is none', () => {
  const styles = { 'color-primary': '#0a6579', spacing: '8px' };
  const draft = draftOf(styles);
  expect(draft.fields).toMatchObject({ 'color-primary': '#0a6579', 'color-link': '' });
  expect(draft.others).toBe('spacing: 8px');
  expect(stylesOf(draft)).toEqual(styles);
  expect(readLines('spacing: url(x)').wrong).toBe('spacing: url(x)');
});

it('warns of a colour nobody can read, and offers the nearest that one can', () => {
  const pale = { ...new_brand, styles: draftOf({ 'color-primary': '#7fd0e0' }) };
  const primary = 'styles.fields.color-primary';
  expect(brandProblems(pale, of_domain)[primary]).toContain('contrast');
  const near = readableNear('#7fd0e0') ?? '';
  const fixed = { ...new_brand, styles: draftOf({ 'color-primary': near }) };
  expect(brandProblems(fixed, of_domain)[primary]).toBeUndefined();
  expect(readableNear('#0a6579')).toBe('#0a6579');
  expect(readableNear('teal')).toBeNull();
});

it('speaks of settings as people do', () => {
  expect(sentence('vat_registration_number')).toBe('VAT registration number');
  expect(sentence('apple_pay_id')).toBe('Apple Pay ID');
  expect(settingValueText(['CO', 'NY'])).toBe('CO, NY');
  expect(settingValueText('line_items')).toBe('Line items');
  expect(settingText('tax_rate', 7250)).toBe('7.250%');
});

const none = { single: 0, daily: 0, monthly: 0 };

it('types limits in the currency of the merchant, where empty is none', () => {
  const stored = limitTexts(
    { sale: { single: 0, daily: 250_000, monthly: 0 }, credit: none },
    'usd',
  );
  expect(stored).toMatchObject({ sale_daily: '2500.00', sale_single: '', credit_monthly: '' });
  expect(limitsChange(stored, stored, 'usd')).toEqual({});
  const typed = { ...stored, sale_daily: '', credit_single: '12.5' };
  expect(limitsChange(stored, typed, 'usd')).toEqual({
    limits: { sale: none, credit: { ...none, single: 1_250 } },
  });
  expect(limitTexts({ sale: { ...none, single: 500 }, credit: none }, 'jpy').sale_single).toBe(
    '500',
  );
  expect(limitRules({ ...stored, sale_single: 'much' }, 'usd')).toEqual({
    'limits.sale_single': 'The Single sale field format is invalid.',
  });
});

it('asks no domain of the brand of the installation, and one of every other', () => {
  const brand = { ...new_brand, title: 'Acme', brand_name: 'Acme' };
  expect(brandProblems(brand, needed_texts)).toEqual({});
  expect(Object.keys(brandProblems(brand, of_domain))).toEqual(['domain']);
  const large = { ...brand, logo: `data:image/png;base64,${'A'.repeat(800_000)}` };
  expect(Object.keys(brandProblems(large, needed_texts))).toEqual(['logo']);
});
