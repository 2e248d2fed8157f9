// `/tokenizer-test`: shows the fields for a public key, and what comes of a submission.
import '../style/tokens.css';
import './test-page.css';
import { element } from './elements.ts';

interface Answer {
  status: string;
  token?: string;
  msg?: string;
  invalid?: string[];
}
interface Made {
  submit(): void;
}
type Maker = new (options: object) => Made;

const find = <Wanted extends HTMLElement>(id: string) => document.getElementById(id) as Wanted;
const scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
document.documentElement.dataset.mantineColorScheme = scheme;

/** The fields wear the colors of this page. */
const styles = {
  body: { color: scheme === 'dark' ? '#e8ecee' : '#151b1e' },
  'input, select': {
    color: scheme === 'dark' ? '#e8ecee' : '#151b1e',
    'background-color': scheme === 'dark' ? '#111719' : '#ffffff',
    'border-color': scheme === 'dark' ? '#68737a' : '#7c878c',
  },
  '.message': { color: scheme === 'dark' ? '#fd9c94' : '#b3261e' },
  'input::placeholder': { color: scheme === 'dark' ? '#9aa5aa' : '#626d72' },
};

function codeOf(text: string): HTMLElement {
  return element('pre', { tabindex: '0' }, element('code', {}, text));
}

function copyButton(text: string): HTMLElement {
  const button = element('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text).catch(() => undefined);
    button.textContent = 'Copied';
  });
  return button;
}

function show(answer: Answer): void {
  const { status, token, invalid = [], msg = '' } = answer;
  const result = find('result');
  result.hidden = false;
  if (status === 'success' && token) {
    const body = { type: 'sale', amount: 100, payment_method: { token } };
    const call =
      `curl ${location.origin}/api/transaction \\\n  -H 'Authorization: api_…' \\\n` +
      `  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`;
    result.replaceChildren(
      element('h2', {}, 'Token'),
      element('div', { class: 'line' }, codeOf(token), copyButton(token)),
      element('p', {}, 'It can be used once within two minutes, with a private API key:'),
      codeOf(call),
    );
    return;
  }
  const text =
    status === 'validation'
      ? `The fields are not complete yet: ${invalid.join(', ')}.`
      : `No token was created. ${msg}`;
  result.replaceChildren(element('h2', {}, 'No token'), element('p', {}, text));
}

let shown: Made | null = null;

function embed(apikey: string): void {
  const { Tokenizer } = globalThis as unknown as { Tokenizer: Maker };
  const problem = find('key-problem');
  problem.hidden = true;
  find('fields').replaceChildren();
  find('result').hidden = true;
  try {
    shown = new Tokenizer({
      apikey,
      container: '#fields',
      amount: '1.00',
      submission: (answer: Answer) => show(answer),
      settings: {
        payment: { types: ['card', 'ach'] },
        user: { showName: true },
        styles,
      },
    });
    find('pay').hidden = false;
  } catch {
    problem.textContent = 'Enter a public API key. It begins with pub_.';
    problem.hidden = false;
    find('pay').hidden = true;
  }
}

find('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  embed(find<HTMLInputElement>('key').value.trim());
});
find('tokenize').addEventListener('click', () => shown?.submit());

const named = new URLSearchParams(location.search).get('key');
if (named) {
  find<HTMLInputElement>('key').value = named;
  embed(named);
}
