// What the embedding page asks of the fields (gateway-api 13.1): read leniently, since any page
// sends it, into one whole document. Members that we do not know are ignored.
export type PaymentType = 'card' | 'ach';

export const user_fields = ['first_name', 'last_name', 'email', 'phone'] as const;
export type UserField = (typeof user_fields)[number];
export const address_fields = ['address', 'city', 'state', 'zip', 'country'] as const;
export type AddressField = (typeof address_fields)[number];
export const ach_codes = ['web', 'ccd', 'ppd', 'tel'] as const;
export type AchCode = (typeof ach_codes)[number];

type Flags<Name extends string> = Readonly<Record<Name, boolean>>;

/** Members that one way to pay makes required. */
interface Required {
  user: Flags<UserField>;
  billing: Flags<AddressField>;
}

export interface Settings {
  id: string;
  apikey: string;
  /** Dollars as text, `1.00`; empty where the page has not said. */
  amount: string;
  processor_id: string;
  user: Flags<'name' | 'email' | 'phone' | 'title' | 'label' | 'inline'>;
  billing: Flags<'show' | 'title' | 'label'>;
  shipping: Flags<'show' | 'title' | 'label'>;
  styles: Readonly<Record<string, unknown>>;
  types: readonly PaymentType[];
  /** The choice is shown even where there is one way to pay only. */
  has_choice: boolean;
  calculate_fees: boolean;
  title: boolean;
  label: boolean;
  card: {
    placeholder: string;
    show_expiration: boolean;
    show_code: boolean;
    require_code: boolean;
    mask_number: boolean;
    most_digits: number;
    required: Required;
  };
  ach: {
    codes: readonly AchCode[];
    code: AchCode;
    show_code: boolean;
    /** Routing and account number are typed twice. */
    verify: boolean;
    required: Required;
  };
}

type Json = Readonly<Record<string, unknown>>;

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}
const text = (value: unknown, otherwise = '') =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
const flag = (value: unknown, otherwise = false) =>
  typeof value === 'boolean' ? value : otherwise;

function flags<Name extends string>(names: readonly Name[], value: unknown): Flags<Name> {
  const fields = object(value);
  return Object.fromEntries(names.map((name) => [name, flag(fields[name])])) as Flags<Name>;
}

const requiredOf = (value: Json): Required => ({
  user: flags(user_fields, value.user_required),
  billing: flags(address_fields, value.billing_required),
});

const block = (value: Json) => ({
  show: flag(value.show),
  title: flag(value.showTitle, true),
  label: flag(value.showLabel, true),
});

const is_type = (value: unknown): value is PaymentType => value === 'card' || value === 'ach';

/** A text forces the choice to be shown; a list with one way to pay does without it. */
function typesOf(value: unknown): Pick<Settings, 'types' | 'has_choice'> {
  const named = (Array.isArray(value) ? value : [value]).filter(is_type);
  const types = [...new Set(named)];
  return { types: types.length > 0 ? types : ['card'], has_choice: typeof value === 'string' };
}

function achOf(value: Json): Settings['ach'] {
  const known = (code: unknown): code is AchCode => ach_codes.some((one) => one === code);
  const listed = Array.isArray(value.secCodeList) ? value.secCodeList.filter(known) : [];
  const offered = listed.length > 0 ? listed : [...ach_codes];
  const [first] = offered as [AchCode, ...AchCode[]];
  const usual = offered.includes('web') ? 'web' : first;
  const code = known(value.sec_code) ? value.sec_code : usual;
  return {
    code,
    codes: offered.includes(code) ? offered : [code, ...offered],
    show_code: flag(value.showSecCode),
    verify: flag(value.verifyAccountRouting),
    required: requiredOf(value),
  };
}

/** A number that is longer than most is let in by `strict_mode` alone. */
const usual_digits = 16;
const strict_digits = 19;

function cardOf(payment: Json): Settings['card'] {
  const card = object(payment.card);
  return {
    placeholder: text(payment.placeholderCreditCard, 'Card number').slice(0, 60),
    show_expiration: flag(payment.showExpDate, true),
    show_code: flag(payment.showCVV, true),
    require_code: flag(card.requireCVV),
    mask_number: flag(card.mask_number),
    most_digits: flag(card.strict_mode) ? strict_digits : usual_digits,
    required: requiredOf(card),
  };
}

/** The whole settings out of the message `setSettings`. */
export function readSettings(value: unknown): Settings {
  const fields = object(value);
  const user = object(fields.user);
  const payment = object(fields.payment);
  const { types, has_choice } = typesOf(payment.types);
  return {
    id: text(fields.id).slice(0, 200),
    apikey: text(fields.apikey).slice(0, 80),
    amount: text(fields.amount).slice(0, 20),
    processor_id: text(payment.processorId ?? fields.processorId).slice(0, 20),
    user: {
      name: flag(user.showName),
      email: flag(user.showEmail),
      phone: flag(user.showPhone),
      title: flag(user.showTitle, true),
      label: flag(user.showLabel, true),
      inline: flag(user.showInline),
    },
    billing: block(object(fields.billing)),
    shipping: block(object(fields.shipping)),
    styles: object(fields.styles),
    types,
    has_choice: has_choice || flag(payment.forcePaymentSelection) || types.length > 1,
    calculate_fees: flag(payment.calculateFees),
    title: flag(payment.showTitle, true),
    label: flag(payment.showLabel, true),
    card: cardOf(payment),
    ach: achOf(object(payment.ach)),
  };
}
