// `/tokenizer/tokenizer.js`: the class `Tokenizer` in the page of a merchant (gateway-api 13.1). It
// loads the frame, passes messages, and never sees what is typed there. The bundler wraps it: the
// page gets no name but the class.
export {};

type Json = Record<string, unknown>;

interface Options {
  /** Public key, `pub_…`. */
  apikey: string;
  /** Element, or selector of one, that may appear later. */
  container: string | HTMLElement;
  /** Address of the gateway; else where this script comes from. */
  url?: string;
  /** Dollars as text. */
  amount?: string;
  submission: (answer: Json) => void;
  onLoad?: () => void;
  onPaymentChange?: (type: unknown) => void;
  validCard?: (card: Json) => void;
  achOnChange?: (data: Json) => void;
  magStripeSwipe?: (data: Json) => void;
  settings?: Json;
}

/** Of the class; read while the script runs, since nothing names it later. */
const own = document.currentScript as HTMLScriptElement | null;
const home = own?.src ? new URL(own.src).origin : location.origin;

const look_every_ms = 1_000;
const max_polls = 10;
const first_height = '30px';
/** States whose law lets nobody pay a surcharge. */
const no_surcharge = ['CO', 'CT', 'ME', 'MA'];

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');

class Tokenizer {
  readonly id: string;
  readonly url: string;
  readonly settings: Json;
  iframe: HTMLIFrameElement | null = null;
  readonly #options: Options;
  #is_loaded = false;
  /** Messages for the frame until it can hear. */
  #waiting: [event: string, data: unknown][] = [];
  #guardian: unknown = null;

  constructor(options: Options) {
    if (!/^pub_/.test(String(options.apikey))) {
      throw new Error('Tokenizer: apikey must be a public API key, which begins with "pub_".');
    }
    this.#options = options;
    this.url = String(options.url || home).replace(/\/+$/, '');
    const settings = options.settings ?? {};
    this.id = String(settings.id || newId());
    const { apikey, amount } = options;
    this.settings = { ...settings, id: this.id, apikey, ...(amount !== undefined && { amount }) };
    addEventListener('message', (event) => this.#hear(event));
    this.#find(max_polls);
  }

  /** Asks for the token; it comes to `submission`. */
  submit(amount?: string): void {
    if (this.#guardian) this.#send('setGuardian', this.#guardian);
    this.#send('submit', amount === undefined ? {} : { amount: String(amount) });
  }

  setExpDate(value: string): void {
    this.#send('setExpDate', { value });
  }

  /** Marks a field by the name it has in `invalid`. */
  setError(input: string): void {
    this.#send('setError', { input });
  }

  setBilling(data: Json): void {
    this.#send('setBilling', data);
  }

  setShipping(data: Json): void {
    this.#send('setShipping', data);
  }

  /** Device data, sent with the next submission. */
  setGuardian(data: unknown): void {
    this.#guardian = data;
  }

  /** Whether a card may be surcharged in a state; `bin` comes with `validCard`. */
  isSurchargeable(state: string, bin: Json | undefined): boolean {
    const code = String(state ?? '').toUpperCase();
    if (code === '' || no_surcharge.includes(code)) return false;
    return String(bin?.card_type ?? '').toLowerCase() === 'credit';
  }

  /** The container may be made after this object: it is looked for every second. */
  #find(looks: number): void {
    const { container } = this.#options;
    const found = typeof container === 'string' ? document.querySelector(container) : container;
    if (found) this.#show(found);
    else if (looks <= 0) console.error(`Tokenizer: there is no element ${String(container)}.`);
    else setTimeout(() => this.#find(looks - 1), look_every_ms);
  }

  #show(container: Element): void {
    const frame = document.createElement('iframe');
    frame.src = `${this.url}/api/tokenizer/${encodeURIComponent(this.#options.apikey)}`;
    frame.title = 'Payment details';
    frame.allow = 'payment';
    // A frame of another color scheme than its page would hide the page's own background.
    const look = 'border:0;width:100%;display:block;color-scheme:light';
    frame.style.cssText = `${look};height:${first_height}`;
    frame.addEventListener('load', () => this.#loaded());
    this.iframe = frame;
    container.appendChild(frame);
  }

  #loaded(): void {
    this.#post('setSettings', this.settings);
    this.#is_loaded = true;
    for (const [event, data] of this.#waiting.splice(0)) this.#post(event, data);
    this.#options.onLoad?.();
  }

  #send(event: string, data: unknown): void {
    if (this.#is_loaded) this.#post(event, data);
    else this.#waiting.push([event, data]);
  }

  #post(event: string, data: unknown): void {
    const text = JSON.stringify({ id: this.id, event, data });
    this.iframe?.contentWindow?.postMessage(text, '*');
  }

  #hear({ source, data: text }: MessageEvent): void {
    if (!this.iframe || source !== this.iframe.contentWindow || typeof text !== 'string') return;
    let message: { id?: unknown; event?: unknown; data?: Json };
    try {
      message = JSON.parse(text);
    } catch {
      return;
    }
    const { id, event, data = {} } = message;
    // Before it has its settings the frame has no id.
    if (id !== this.id && !(event === 'setHeight' && id === '')) return;
    if (event === 'setHeight') this.iframe.style.height = `${Number(data.height) || 0}px`;
    if (event === 'submission') this.#options.submission(data);
    if (event === 'onPaymentChange') this.#options.onPaymentChange?.(data.type);
    if (event === 'validCard') this.#options.validCard?.(data);
    if (event === 'achOnChange') this.#options.achOnChange?.(data);
    if (event === 'magStripeSwipe') this.#options.magStripeSwipe?.(data);
  }
}

Object.assign(globalThis, { Tokenizer });
