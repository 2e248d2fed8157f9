// Elements of the frame, made without markup: nothing a page sends can become part of the document.
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** An element with attributes; `true` sets an empty one, false and undefined none. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

type Input = HTMLInputElement | HTMLSelectElement;

export interface Field {
  readonly name: string;
  readonly input: Input;
  readonly box: HTMLElement;
  /** Shows what is wrong, or takes it away. */
  say(text: string): void;
}

export interface FieldOptions {
  label: string;
  /** Above the field; else it stands inside as a placeholder, and is read out all the same. */
  has_label: boolean;
  required?: boolean;
  placeholder?: string;
  autocomplete?: string;
  inputmode?: string;
  type?: string;
  maxlength?: number;
  options?: readonly { value: string; label: string }[];
  value?: string;
}

function inputOf(name: string, id: string, options: FieldOptions): Input {
  const common = {
    id,
    name,
    autocomplete: options.autocomplete,
    'aria-required': options.required ? 'true' : undefined,
  };
  if (options.options) {
    const choices = options.options.map(({ value, label }) => element('option', { value }, label));
    const select = element('select', common, ...choices);
    select.value = options.value ?? options.options[0]?.value ?? '';
    return select;
  }
  const input = element('input', {
    ...common,
    type: options.type ?? 'text',
    inputmode: options.inputmode,
    placeholder: options.placeholder ?? (options.has_label ? undefined : options.label),
    maxlength: options.maxlength === undefined ? undefined : String(options.maxlength),
    spellcheck: 'false',
    autocapitalize: 'off',
  });
  input.value = options.value ?? '';
  return input;
}

/** A field with its label and a line for what is wrong with it. */
export function field(name: string, options: FieldOptions): Field {
  const id = `field-${name}`;
  const input = inputOf(name, id, options);
  const label = element(
    'label',
    { for: id, class: options.has_label ? '' : 'hidden' },
    options.label,
  );
  const message = element('p', { class: 'message', id: `${id}-message`, hidden: true });
  const short = name.replace(/^(?:billing|shipping)_/, '').replaceAll('_again', '');
  const css = short.replace(/^(account_type|sec_code|check_number)$/, (one) =>
    one.replace('_', '-'),
  );
  const box = element(
    'div',
    { class: options.required ? `field required ${css}` : `field ${css}` },
    label,
    input,
    message,
  );
  const say = (text: string) => {
    message.textContent = text;
    message.hidden = text === '';
    box.classList.toggle('error', text !== '');
    if (text === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
    if (text === '') input.removeAttribute('aria-describedby');
    else input.setAttribute('aria-describedby', message.id);
  };
  return { name, input, box, say };
}

/** Fields under a heading. */
export function block(css: string, title: string, ...children: Node[]): HTMLFieldSetElement {
  const legend = title === '' ? [] : [element('legend', { class: 'title' }, title)];
  return element('fieldset', { class: css }, ...legend, ...children);
}

export const row = (...fields: Field[]): HTMLElement =>
  element('div', { class: 'row' }, ...fields.map(({ box }) => box));
