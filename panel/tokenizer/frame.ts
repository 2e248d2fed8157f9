// The payment fields at work: what the page around them asks, what the payer types, what is sent.
import { isCardNumber } from '../../contract/payments/cards/cards.ts';
import { type Swipe, swipe_failed } from '../payments/virtual-terminal/card-entry/swipe.ts';
import { cardNumber, typedExpiration } from './card-number.ts';
import { faultsOf } from './check.ts';
import { buildForm, type Form } from './form.ts';
import type { Post } from './messages.ts';
import { newestOf } from './newest.ts';
import { askForToken, type CardFacts, feesText, lookUp, type Place } from './server-calls.ts';
import { address_fields, type Settings, user_fields } from './settings.ts';
import { applyStyles } from './style-rules.ts';
import { Typed } from './typed.ts';

/** What the frame stands in. */
export interface FrameContext {
  post: Post;
  /** `YYYY-MM-DD` of the server's business time. */
  today: string;
  /** What the merchant charges in; the amounts of the page around are of it. */
  currency: string;
  /** Trigger numbers of the sandbox count, too. */
  is_sandbox: boolean;
}

const look_up_after_ms = 300;
/** Digits that are enough to know a card by. */
const known_digits = 8;
const no_facts: CardFacts = { bin: {}, fees: null };

const object = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The fields of one settings message. */
export class Frame {
  readonly #around: FrameContext;
  readonly #form: Form;
  readonly #typed: Typed;
  #settings: Settings;
  #facts = no_facts;
  #was_valid = false;
  #is_busy = false;
  /** Device data of the page around, for the token. */
  #guardian: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(body: HTMLElement, around: FrameContext, settings: Settings) {
    this.#around = around;
    this.#settings = settings;
    applyStyles(settings.styles);
    this.#form = buildForm(settings, (type) => {
      this.#typed.mark([]);
      around.post('onPaymentChange', { type });
    });
    this.#typed = new Typed(this.#form, this.#keepNumber());
    this.#listen();
    body.replaceChildren(this.#form.root);
  }

  /** One message of the page around the frame. */
  hear(event: string, data: unknown): void {
    const { amount, value, input } = object(data);
    if (event === 'submit') void this.#submit(amount);
    if (event === 'setExpDate') this.#typed.write('exp', typedExpiration(String(value ?? '')));
    if (event === 'setError') this.#typed.mark([String(input ?? '')]);
    if (event === 'setGuardian') this.#guardian = data;
    if (event === 'setBilling') this.#writeAddress('', data);
    if (event === 'setShipping') this.#writeAddress('shipping_', data);
  }

  /** A card that was swiped; null where its stripe cannot be read. */
  swiped(swipe: Swipe | null): void {
    if (this.#form.type() !== 'card') return;
    if (swipe === null) {
      this.#typed.mark(['cc']);
      this.#form.fields.get('cc')?.say(swipe_failed);
      return;
    }
    const { number, first_name, last_name, track_1, track_2 } = swipe;
    this.#number.write(number);
    this.#typed.write('exp', typedExpiration(swipe.expiration_date));
    this.#typed.write('first_name', first_name);
    this.#typed.write('last_name', last_name);
    this.#typed.tracks = { track_1, track_2 };
    const exp = this.#typed.read('exp');
    const last_four = number.slice(-4);
    this.#around.post('magStripeSwipe', { first_name, last_name, last_four, exp });
  }

  #number = { read: () => '', write: (_digits: string) => {} };

  #keepNumber() {
    const { mask_number: is_masked, most_digits } = this.#settings.card;
    const input = this.#form.fields.get('cc')?.input as HTMLInputElement;
    this.#number = cardNumber(input, { is_masked, most_digits }, () => {
      this.#typed.tracks = null;
      this.#checkSoon();
    });
    return this.#number;
  }

  #listen(): void {
    const expiration = this.#form.fields.get('exp')?.input as HTMLInputElement;
    expiration.addEventListener('input', () => {
      expiration.value = typedExpiration(expiration.value);
    });
    for (const [name, field] of this.#form.fields) {
      field.input.addEventListener('input', () => field.say(''));
      if (name === 'state' || name === 'country') {
        field.input.addEventListener('change', () => this.#checkSoon());
      }
      if (/^(routing|account|sec_code|check_number)/.test(name)) {
        field.input.addEventListener('change', () => this.#tellAccount());
      }
    }
  }

  #writeAddress(prefix: string, data: unknown): void {
    const message = object(data);
    for (const name of address_fields) this.#typed.write(prefix + name, message[name]);
    this.#checkSoon();
  }

  #checkSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#checkCard(), look_up_after_ms);
  }

  /** Nothing is asked about a number that is none, and yet earlier answers no longer count. */
  readonly #lookUp = newestOf(async (is_valid: boolean, bin: string, place: Place) =>
    is_valid ? await lookUp(this.#settings, bin, place) : no_facts,
  );

  async #checkCard(): Promise<void> {
    clearTimeout(this.#timer);
    const digits = this.#typed.read('cc');
    const is_valid = isCardNumber(digits);
    const { state = '', country = '' } = this.#typed.pick(['state', 'country']);
    const bin = digits.slice(0, known_digits);
    const place = { currency: this.#around.currency, state, country };
    const found = await this.#lookUp(is_valid, bin, place);
    // Somebody has typed on meanwhile, or another amount or address was asked about.
    if (found === null || this.#typed.read('cc') !== digits) return;
    this.#facts = found;
    const { fees } = found;
    if (is_valid || this.#was_valid) {
      const validation = { isValid: is_valid, bin: found.bin, ...(fees && { fees }) };
      this.#around.post('validCard', validation);
    }
    this.#was_valid = is_valid;
    this.#showFees();
  }

  #showFees(): void {
    const line = this.#form.fees;
    const text = feesText(this.#facts.fees);
    line.hidden = text === '';
    line.textContent = text;
  }

  #faults(type = this.#form.type()): string[] {
    const { today, is_sandbox } = this.#around;
    return faultsOf(this.#typed.all(), { settings: this.#settings, type, today, is_sandbox });
  }

  #tellAccount(): void {
    const { account_number: _, ...shown } = this.#typed.account();
    this.#around.post('achOnChange', { isValid: this.#faults('ach').length === 0, ...shown });
  }

  #refuse(invalid: string[]): void {
    this.#typed.mark(invalid);
    this.#around.post('submission', { status: 'validation', invalid });
  }

  async #submit(amount: unknown): Promise<void> {
    if (typeof amount === 'string' || typeof amount === 'number') {
      this.#settings = { ...this.#settings, amount: String(amount) };
    }
    if (this.#is_busy) return;
    const invalid = this.#faults();
    this.#typed.mark(invalid);
    if (invalid.length > 0) return this.#refuse(invalid);
    this.#is_busy = true;
    await this.#handOver().finally(() => {
      this.#is_busy = false;
    });
  }

  async #handOver(): Promise<void> {
    const type = this.#form.type();
    const typed = this.#typed;
    const user = typed.pick(user_fields);
    // The fees follow the amount that is submitted.
    if (type === 'card' && this.#settings.calculate_fees) await this.#checkCard();
    const answer = await askForToken(this.#settings.apikey, {
      [type]: typed.method(type),
      user,
      guardian: this.#guardian,
    });
    if (answer.kind === 'invalid') return this.#refuse(answer.names);
    if (answer.kind === 'error') {
      return this.#around.post('submission', { status: 'error', msg: answer.text });
    }
    const { fees } = type === 'card' ? this.#facts : no_facts;
    this.#around.post('submission', {
      status: 'success',
      msg: 'success',
      token: answer.token,
      payment_type: type,
      user,
      billing: typed.pick(address_fields),
      shipping: typed.pick(address_fields, 'shipping_'),
      ...(fees && { fees }),
    });
  }
}
