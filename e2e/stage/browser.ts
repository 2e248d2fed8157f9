// A fresh context of Chromium for each journey; a page that complains fails its journey.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { vi } from 'vitest';

const pictures = path.join(import.meta.dirname, '../pictures');
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type Scheme = 'light' | 'dark';

/** Layout is checked on a phone in the dark scheme and on a desktop in the light one. */
export const looks = [
  { width: 390, scheme: 'dark' },
  { width: 1440, scheme: 'light' },
] as const;

export interface JourneyOptions {
  /** Address of the product without a path. */
  origin: string;
  /** First part of the names of its pictures. */
  name: string;
  width: number;
  scheme?: Scheme;
  /** Signed in from the first page on; without it the journey meets the sign-in screen. */
  session?: PanelSession;
  /** In a browser that was never here: the first page works its hint out, beside all else. */
  is_first_visit?: boolean;
}

export interface Login {
  username: string;
  password: string;
}

export interface PanelSession {
  token: string;
  sid: string;
}

export interface Journey {
  page: Page;
  context: BrowserContext;
  /** Everything the page complained of until now. */
  faults: string[];
  /** Names an answer of 400 and more that belongs to the trace: once for each time it comes. */
  expectAnswer(status: number, call_path: string): void;
  /** The session is over: every later call is answered 401. */
  sessionEnds(): void;
  /** The session has a step to complete first: every later call is answered 403. */
  heldBack(): void;
  /** All requests of the page are answered, and their results are rendered. */
  answered(): Promise<void>;
  /** Another device holds the same document: the width, and with it whether it is touched. */
  becomes(device: 'phone' | 'desktop', width: number): Promise<void>;
  /** With PICTURES set, keeps `pictures/name-width-scheme-step.png`. */
  picture(step: string): Promise<void>;
}

/** The one that `npm test` prefers, for a test that is run by itself. */
const shell = '/usr/bin/chromium-headless-shell';

export function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM || (existsSync(shell) ? shell : '/usr/bin/chromium');
  return chromium.launch({ executablePath, args: quiet });
}

interface Expected {
  status: number;
  call_path: string;
  /** The answer came, and the browser's own line about it. */
  answered: boolean;
  logged: boolean;
  /** Of every call, any number of times. */
  always?: boolean;
}

/** A call of ours, or of the card reader bridge. */
const isCall = (pathname: string, call_path: string) =>
  pathname === `/api${call_path}` || pathname === call_path;

function isExpected(
  all: Expected[],
  status: number,
  url: string,
  kind: 'answered' | 'logged',
): boolean {
  if (all.some((expected) => expected.always && expected.status === status)) return true;
  const { pathname } = new URL(url, 'http://nowhere');
  const one = all.find(
    (expected) =>
      expected.status === status && isCall(pathname, expected.call_path) && !expected[kind],
  );
  if (one) one[kind] = true;
  return one !== undefined;
}

/** The browser writes a console error of its own for every answer from 400 on. */
function loadStatus(text: string): number {
  return Number(/status of (\d+)/.exec(text)?.[1] ?? 0);
}

function listen(page: Page, faults: string[], expected: Expected[]): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const { url } = message.location();
    const status = loadStatus(message.text());
    if (status > 0 && isExpected(expected, status, url, 'logged')) return;
    faults.push(`console ${message.type()}: ${message.text()} (${url})`);
  });
  page.on('pageerror', (error) => faults.push(`page error: ${error.stack ?? error.message}`));
  page.on('crash', () => faults.push('the page crashed'));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // The panel gives a search up when the next one is asked, or when the page is left.
    if (reason === 'net::ERR_ABORTED') return;
    faults.push(`request failed: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() < 400) return;
    if (isExpected(expected, response.status(), response.url(), 'answered')) return;
    faults.push(`answer ${response.status()}: ${response.request().method()} ${response.url()}`);
  });
}

/** Evaluated in a page, it ends once the browser has drawn the page as it is. */
export const two_frames = `new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`;

/** From here on it is known what the page asks for. */
function answersOf(page: Page): Journey['answered'] {
  const open = new Set<Request>();
  let last = '';
  page.on('request', (one) => {
    open.add(one);
    last = one.url();
  });
  page.on('requestfinished', (one) => open.delete(one));
  page.on('requestfailed', (one) => open.delete(one));
  return async () => {
    // What comes is drawn, and what is drawn may ask for more.
    const deadline = Date.now() + 30_000;
    for (let quiet = 0; quiet < 2; quiet = open.size === 0 ? quiet + 1 : 0) {
      if (Date.now() > deadline) throw new Error(`the page keeps asking, last for ${last}`);
      await vi.waitUntil(() => open.size === 0, { timeout: 10_000, interval: 10 });
      await page.evaluate(two_frames);
    }
  };
}

function deviceOf(page: Page): Journey['becomes'] {
  // What it emulates ends with the session.
  let session: Promise<CDPSession> | undefined;
  return async (device, width) => {
    session ??= page.context().newCDPSession(page);
    const enabled = device === 'phone';
    await (await session).send('Emulation.setTouchEmulationEnabled', { enabled });
    await page.setViewportSize({ width, height: enabled ? 800 : 900 });
    await page.evaluate(two_frames);
  };
}

/** Runs in the page before its own code: Chromium reports most violations, this reports all. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('policy violated: ' + event.violatedDirective + ' ' + event.blockedURI);
});`;

/** What the panel keeps of an earlier visit. */
const visited = `if (window === top && origin !== 'null') {
  localStorage.setItem('penstock-visitor', 'an-earlier-visit');
}`;

async function enter(context: BrowserContext, session: PanelSession): Promise<void> {
  const stored = JSON.stringify(JSON.stringify(session));
  // A frame, and a tab that is not anywhere yet, has no storage.
  await context.addInitScript(`
  const framed = window !== top || origin === 'null';
  if (!framed && !sessionStorage.getItem('journey-entered')) {
    sessionStorage.setItem('journey-entered', 'yes');
    sessionStorage.setItem('penstock-session', ${stored});
  }`);
}

/** Where a journey failed: the address, what has the focus, and the words on the page. */
async function placeOf(page: Page): Promise<string> {
  const [focused, words] = await page.evaluate<string[]>(`[
    document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing',
    document.body.innerText.replace(/\\s+/g, ' ').slice(0, 1000),
  ]`);
  return `At ${page.url()}, the focus on ${focused}, the page saying: ${words}`;
}

/**
 * Walks in a context of its own; throws what the page complained of, and an expected answer that
 * never came. A journey that fails leaves a picture and says where it stood.
 */
export async function journey(
  browser: Browser,
  options: JourneyOptions,
  walk: (journey: Journey) => Promise<void>,
): Promise<void> {
  const { origin, name, width, scheme = 'light', session } = options;
  const height = width < 700 ? 800 : 900;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    hasTouch: width < 700,
  });
  context.setDefaultTimeout(10_000);
  await context.addInitScript(reportViolations);
  if (!options.is_first_visit) await context.addInitScript(visited);
  if (session) await enter(context, session);
  const page = await context.newPage();
  const faults: string[] = [];
  const expected: Expected[] = [];
  listen(page, faults, expected);
  context.on('page', (other) => other !== page && listen(other, faults, expected));
  const picture = async (step: string) => {
    if (process.env.PICTURES) await keepPicture(step);
  };
  const keepPicture = async (step: string) => {
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: path.join(pictures, `${name}-${width}-${scheme}-${step}.png`) });
  };
  const expectAnswer = (status: number, call_path: string) =>
    void expected.push({ status, call_path, answered: false, logged: false });
  const always = (status: number) =>
    void expected.push({ status, call_path: '', answered: true, logged: true, always: true });
  const sessionEnds = () => always(401);
  const heldBack = () => always(403);
  try {
    const becomes = deviceOf(page);
    const options = { faults, expectAnswer, sessionEnds, heldBack };
    await walk({ page, context, ...options, answered: answersOf(page), becomes, picture });
    for (const one of expected) {
      if (!one.answered) faults.push(`expected but never seen: ${one.status} ${one.call_path}`);
    }
    if (faults.length > 0) throw new Error(faults.join('\n'));
  } catch (error) {
    await keepPicture('failed').catch(() => undefined);
    if (error instanceof Error) {
      const is_told = faults.length === 0 || faults.includes(error.message);
      if (!is_told) error.message += `\nUntil then: ${faults.join('\n')}`;
      error.message += `\n${await placeOf(page).catch(String)}`;
    }
    throw error;
  } finally {
    await context.close();
  }
}

/** Signs in as the panel does, without its screen. */
export async function signInByCall(
  origin: string,
  { username, password }: Login,
): Promise<PanelSession> {
  const answer = await fetch(`${origin}/api/token-auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const { token, sid } = (await answer.json()) as PanelSession;
  if (!answer.ok) throw new Error(`${username} could not sign in: ${answer.status}`);
  return { token, sid };
}

/**
 * To be called before the page is loaded, where a call is intercepted later. Where interception
 * begins in a loaded page, a call sent right after it may still reach the server.
 */
export async function interceptsLater(page: Page): Promise<void> {
  await page.route('**/never-sent', (route) => route.abort());
}
