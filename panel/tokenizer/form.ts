// The fields as the settings ask for them.
import { country_codes } from '../../contract/places.ts';
import { block, element, type Field, type FieldOptions, field, row } from './elements.ts';
import type { PaymentType, Settings, UserField } from './settings.ts';

export interface Form {
  readonly root: HTMLFormElement;
  /** By name; those of the way to pay that is not chosen are hidden. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly fees: HTMLElement;
  type(): PaymentType;
  choose(type: PaymentType): void;
}

const type_labels: Readonly<Record<PaymentType, string>> = { card: 'Card', ach: 'Bank account' };
const sec_labels = { web: 'WEB', ccd: 'CCD', ppd: 'PPD', tel: 'TEL' } as const;

function countries(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const all = country_codes.map((value) => ({ value, label: names.of(value) ?? value }));
  all.sort((a, b) => a.label.localeCompare(b.label));
  return [{ value: '', label: 'Country' }, ...all];
}

type Make = (name: string, options: Omit<FieldOptions, 'has_label'>) => Field;

/** Makes fields and remembers them by name. */
function maker(fields: Map<string, Field>, has_label: boolean): Make {
  return (name, options) => {
    const made = field(name, { has_label, ...options });
    fields.set(name, made);
    return made;
  };
}

/** Whether some way to pay that is offered requires a member. */
const isRequired = (settings: Settings, of: 'user' | 'billing', name: string) =>
  settings.types.some(
    (type) => (settings[type].required[of] as Record<string, boolean>)[name] === true,
  );

function userBlock(settings: Settings, fields: Map<string, Field>): Node[] {
  const { user } = settings;
  const make = maker(fields, user.label);
  const need = (name: UserField) => isRequired(settings, 'user', name);
  const person = (name: UserField, label: string, autocomplete: string) =>
    make(name, { label, autocomplete, required: need(name), maxlength: 50 });
  const rows: Node[] = [];
  if (user.name || need('first_name') || need('last_name')) {
    rows.push(
      row(
        person('first_name', 'First name', 'cc-given-name'),
        person('last_name', 'Last name', 'cc-family-name'),
      ),
    );
  }
  const ways: Field[] = [];
  if (user.email || need('email')) {
    const options = { label: 'Email', type: 'email', autocomplete: 'email' };
    ways.push(make('email', { ...options, required: need('email'), maxlength: 100 }));
  }
  if (user.phone || need('phone')) {
    const options = { label: 'Phone', type: 'tel', autocomplete: 'tel' };
    ways.push(make('phone', { ...options, required: need('phone'), maxlength: 20 }));
  }
  if (ways.length > 0) rows.push(row(...ways));
  if (rows.length === 0) return [];
  const css = user.inline ? 'user inline' : 'user';
  return [block(css, user.title ? 'Your details' : '', ...rows)];
}

function cardBlock(settings: Settings, fields: Map<string, Field>): HTMLFieldSetElement {
  const { card } = settings;
  const make = maker(fields, settings.label);
  const number = make('cc', {
    label: 'Card number',
    placeholder: card.placeholder,
    required: true,
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    maxlength: 24,
  });
  const expiration = make('exp', {
    label: 'Expiration',
    placeholder: 'MM/YY',
    required: true,
    autocomplete: 'cc-exp',
    inputmode: 'numeric',
    // `12 / 2030`: what is filled in or pasted must not be cut to another year.
    maxlength: 12,
  });
  const code = make('cvv', {
    label: 'Security code',
    placeholder: 'CVV',
    required: card.require_code,
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
    maxlength: 4,
  });
  expiration.box.hidden = !card.show_expiration;
  code.box.hidden = !card.show_code;
  const title = settings.title ? 'Card' : '';
  return block('payment card', title, number.box, row(expiration, code));
}

function accountBlock(settings: Settings, fields: Map<string, Field>): HTMLFieldSetElement {
  const { ach } = settings;
  const make = maker(fields, settings.label);
  const digits = (name: string, label: string, maxlength: number) =>
    make(name, { label, required: true, inputmode: 'numeric', autocomplete: 'off', maxlength });
  const numbers = [
    row(digits('routing', 'Routing number', 9), digits('account', 'Account number', 17)),
  ];
  if (ach.verify) {
    numbers.push(
      row(
        digits('routing_again', 'Routing number again', 9),
        digits('account_again', 'Account number again', 17),
      ),
    );
  }
  const kinds = [
    { value: 'checking', label: 'Checking' },
    { value: 'savings', label: 'Savings' },
  ];
  const kind = make('account_type', { label: 'Account type', options: kinds });
  const choices = ach.codes.map((value) => ({ value, label: sec_labels[value] }));
  const code = make('sec_code', { label: 'SEC code', options: choices, value: ach.code });
  code.box.hidden = !ach.show_code;
  const check = digits('check_number', 'Check number', 6);
  const showCheck = () => {
    check.box.hidden = code.input.value !== 'tel';
  };
  showCheck();
  code.input.addEventListener('change', showCheck);
  const title = settings.title ? 'Bank account' : '';
  return block('payment ach', title, ...numbers, row(kind, code), check.box);
}

function addressBlock(
  settings: Settings,
  fields: Map<string, Field>,
  of: 'billing' | 'shipping',
): Node[] {
  const { show, title, label } = settings[of];
  const need = (name: string) => of === 'billing' && isRequired(settings, 'billing', name);
  const names = ['address', 'city', 'state', 'zip', 'country'];
  if (!show && !names.some(need)) return [];
  const make = maker(fields, label);
  const prefix = of === 'billing' ? '' : 'shipping_';
  const part = (name: string, text: string, autocomplete: string, maxlength: number) =>
    make(prefix + name, {
      label: text,
      autocomplete: `${of} ${autocomplete}`,
      required: need(name),
      maxlength,
    });
  const country = make(`${prefix}country`, {
    label: 'Country',
    autocomplete: `${of} country`,
    required: need('country'),
    options: countries(),
  });
  const heading = of === 'billing' ? 'Billing address' : 'Shipping address';
  return [
    block(
      of,
      title ? heading : '',
      part('address', 'Address', 'address-line1', 100).box,
      row(part('city', 'City', 'address-level2', 50), part('state', 'State', 'address-level1', 50)),
      row(part('zip', 'ZIP code', 'postal-code', 20), country),
    ),
  ];
}

function choiceBlock(settings: Settings, choose: (type: PaymentType) => void): Node[] {
  if (!settings.has_choice) return [];
  const options = settings.types.map((type, at) => {
    const id = `choice-${type}`;
    const radio = element('input', { type: 'radio', name: 'choice', id, checked: at === 0 });
    radio.addEventListener('change', () => choose(type));
    return element('label', { for: id }, radio, type_labels[type]);
  });
  const legend = element('legend', { class: 'hidden' }, 'Pay with');
  return [element('fieldset', { class: 'choice' }, legend, ...options)];
}

/** The form of these settings; `onType` hears which way to pay is chosen. */
export function buildForm(settings: Settings, onType: (type: PaymentType) => void): Form {
  const fields = new Map<string, Field>();
  let chosen = settings.types[0] as PaymentType;
  const blocks = { card: cardBlock(settings, fields), ach: accountBlock(settings, fields) };
  const show = () => {
    for (const [type, shown] of Object.entries(blocks)) shown.hidden = type !== chosen;
  };
  const choose = (type: PaymentType) => {
    chosen = type;
    show();
    onType(type);
  };
  show();
  const fees = element('p', { class: 'fees', role: 'status', hidden: true });
  const root = element(
    'form',
    { novalidate: true, autocomplete: 'on' },
    ...userBlock(settings, fields),
    ...choiceBlock(settings, choose),
    blocks.card,
    blocks.ach,
    ...addressBlock(settings, fields, 'billing'),
    ...addressBlock(settings, fields, 'shipping'),
    fees,
  );
  root.addEventListener('submit', (event) => event.preventDefault());
  return { root, fields, fees, type: () => chosen, choose };
}
