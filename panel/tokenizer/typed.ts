// What stands in the fields, and what of it is sent.
import { parseExpiration, sentExpiration } from '../../contract/payments/cards/cards.ts';
import type { CardNumber } from './card-number.ts';
import { messageOf } from './check.ts';
import type { Form } from './form.ts';
import type { PaymentType } from './settings.ts';

export interface Tracks {
  track_1: string;
  track_2: string;
}

/** The texts of a form; the number of the card comes from its own keeper. */
export class Typed {
  readonly #form: Form;
  readonly #number: CardNumber;
  /** Of a swiped card, until somebody types another number. */
  tracks: Tracks | null = null;

  constructor(form: Form, number: CardNumber) {
    this.#form = form;
    this.#number = number;
  }

  read(name: string): string {
    if (name === 'cc') return this.#number.read();
    return this.#form.fields.get(name)?.input.value.trim() ?? '';
  }

  write(name: string, text: unknown): void {
    const field = this.#form.fields.get(name);
    if (field && typeof text === 'string') field.input.value = text.slice(0, 100);
  }

  /** The named fields without `prefix`, empty where there is none. */
  pick(names: readonly string[], prefix = ''): Record<string, string> {
    return Object.fromEntries(names.map((name) => [name, this.read(prefix + name)]));
  }

  all(): Record<string, string> {
    return this.pick([...this.#form.fields.keys()]);
  }

  /** Says at these fields what is wrong, at no others, and goes to the first of them. */
  mark(names: readonly string[]): void {
    for (const [name, field] of this.#form.fields) {
      field.say(names.includes(name) ? messageOf(name) : '');
    }
    this.#form.fields.get(names[0] ?? '')?.input.focus();
  }

  account() {
    const sec_code = this.read('sec_code');
    return {
      routing_number: this.read('routing'),
      account_number: this.read('account'),
      account_type: this.read('account_type'),
      sec_code,
      ...(sec_code === 'tel' && { check_number: this.read('check_number') }),
    };
  }

  /** As the server takes it. */
  method(type: PaymentType): object {
    if (type === 'ach') return this.account();
    const expiration = parseExpiration(this.read('exp'));
    const code = this.read('cvv');
    return {
      number: this.read('cc'),
      expiration_date: expiration ? sentExpiration(expiration) : '',
      ...(code !== '' && this.tracks === null && { cvc: code }),
      ...(this.tracks && { entry_type: 'swiped', ...this.tracks }),
    };
  }
}
