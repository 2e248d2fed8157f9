// How soon a long list stands in the window after its data have come (W6).
import type { Page } from 'playwright-core';
import type { PanelSession } from '../e2e/stage/browser.ts';
import { percentile, reportFigure } from './harness/measure.ts';

const rows = 100;
const pages = 9;
const settles_ms = 1_000;
const columns = [
  ...['name', 'type', 'payment_method', 'masked_account', 'amount', 'status', 'created_at'],
  ...['order_id', 'card_brand', 'processor_name', 'user_name', 'transaction_source'],
];

/**
 * In the page: when the text of an answer to a search has been read, and when the frame after the
 * first and after the last of its rows has been drawn.
 */
const watchPaints = `(() => {
  window.paints = [];
  const json = Response.prototype.json;
  const text = Response.prototype.text;
  const noted = (read) => async function () {
    const value = await read.call(this);
    if (this.url.includes('/transaction/search')) window.paints.push({ data: performance.now() });
    return value;
  };
  Response.prototype.json = noted(json);
  Response.prototype.text = noted(text);
  const drawn = (done) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now());
    channel.port2.postMessage(null);
  });
  new MutationObserver(() => {
    const last = window.paints.at(-1);
    if (!last) return;
    const count = document.querySelectorAll('tbody [data-row-link]').length;
    const name = document.querySelector('tbody [data-row-link]')?.getAttribute('href');
    if (!last.first && count > 0 && name !== window.named) {
      window.named = name;
      last.first = -1;
      drawn((at) => { last.first = at; });
    }
    if (last.first && !last.all && count >= ${rows}) {
      last.all = -1;
      drawn((at) => { last.all = at; });
    }
  }).observe(document, { childList: true, subtree: true });
})()`;

const pathOf = (n: number) =>
  `/merchant/transaction/search?status=is:settled&per_page=${rows}&page=${n}`;

interface Paint {
  data: number;
  first?: number;
  all?: number;
}

/** Prints how long a window of rows, and all of them, take from the data to the drawn frame. */
export async function benchListPaint(
  page: Page,
  origin: string,
  session: PanelSession,
): Promise<void> {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.addInitScript(watchPaints);
  await page.goto('/merchant/transaction/search');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await makeTable(origin, session);
  const first: number[] = [];
  const all: number[] = [];
  await page.goto(pathOf(1));
  for (let n = 2; n <= pages + 1; n++) {
    await page.waitForTimeout(settles_ms);
    // As a click on the pager does, without loading the page anew.
    await page.evaluate(`history.pushState({ idx: ${n} }, '', ${JSON.stringify(pathOf(n))});
      window.paints = [];
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));`);
    await page.waitForTimeout(settles_ms);
    for (const paint of (await page.evaluate('window.paints')) as Paint[]) {
      if (paint.first && paint.first > 0) first.push(paint.first - paint.data);
      if (paint.all && paint.all > 0) all.push(paint.all - paint.data);
    }
  }
  const note = `median of ${first.length}; all ${rows} rows ${percentile(all, 0.5).toFixed(0)} ms`;
  const name = `${rows} rows × ${columns.length} columns: data to paint`;
  const figure = { name, unit: 'ms', better: 'less', floor: 50, goal: 50, note } as const;
  reportFigure(figure, percentile(first, 0.5));
}

async function makeTable(origin: string, { token, sid }: PanelSession) {
  const format = { name: 'Bench', type: 'transaction-table', field_list: columns };
  const answer = await fetch(`${origin}/api/custom-output`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'x-session-id': sid,
    },
    body: JSON.stringify({ ...format, default_for_user: true }),
  });
  if (!answer.ok) throw new Error(`no table format: ${await answer.text()}`);
}
