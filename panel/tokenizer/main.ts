// The page in the frame: hears the page around it, and says how high it is.
import './frame.css';
import { listenForSwipes } from '../payments/virtual-terminal/card-entry/swipe-listener.ts';
import { element } from './elements.ts';
import { Frame } from './frame.ts';
import { posting, readMessage } from './messages.ts';
import { readSettings } from './settings.ts';

const meta = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="penstock-${name}"]`)?.content ?? '';

/** The key of this page: the one whose origins may frame it, whatever the settings say. */
const apikey = decodeURIComponent(location.pathname.split('/').at(-1) ?? '');

let id = '';
let frame: Frame | null = null;
const post = posting(() => id, window.parent);

const around = {
  post,
  today: meta('today'),
  currency: meta('currency'),
  is_sandbox: meta('environment') !== 'production',
};

function hear({ source, data: text }: MessageEvent): void {
  if (source !== window.parent || window.parent === window) return;
  const message = readMessage(text);
  if (message === null) return;
  if (message.event !== 'setSettings') {
    frame?.hear(message.event, message.data);
    return;
  }
  const settings = { ...readSettings(message.data), apikey };
  id = settings.id;
  frame = new Frame(document.body, around, settings);
}

function showHeight(): void {
  const tell = () => post('setHeight', { height: Math.ceil(document.body.scrollHeight) });
  new ResizeObserver(tell).observe(document.body);
}

if (meta('problem') === '') {
  addEventListener('message', hear);
  listenForSwipes((swipe) => frame?.swiped(swipe));
} else {
  document.body.replaceChildren(element('p', { role: 'alert' }, meta('problem')));
}
showHeight();
