// What is wrong with a page as it stands: for axe, in its head, in the dark and at its widths.
import type { Page } from 'playwright-core';
import { is_deep, sampleOf } from '../../server/testing/deep.ts';
import {
  axeFindings,
  changedColorFindings,
  colorFindings,
  sidewaysScroll,
  structureFindings,
} from '../stage/accessibility.ts';
import { noteAppearance } from '../stage/appearance.ts';
import type { Journey, Scheme } from '../stage/browser.ts';

const desktop = 1440;
const phone = 390;
/** Widths at which the page must not scroll sideways, beside those it is looked at. */
const fitting = [360, 699, 700, 1001, 1199, 1200, 1600, 2560];
const frame = 'new Promise((done) => requestAnimationFrame(() => done()))';

/** Everything that is wrong with the page as it stands, each with where it was seen. */
export async function faultsOf(page: Page, where: string): Promise<string[]> {
  return [...named(where, await axeFindings(page)), ...(await layoutFaults(page, where))];
}

/** The same without axe: its heading, its title, its width. */
async function layoutFaults(page: Page, where: string): Promise<string[]> {
  return named(where, [...(await headFaults(page)), ...(await sidewaysFaults(page))]);
}

/**
 * The same of a page that was loaded on a desktop in the light: there, at some widths, and on a
 * phone in the dark; axe judges one of the two, chosen by the page's name. The deep run looks at
 * it at every width and in both schemes on both.
 */
export async function screenFaults(journey: Journey, where: string): Promise<string[]> {
  const { page, becomes, answered } = journey;
  if (is_deep) return await everySide(journey, where);
  const [judged] = sampleOf(pictureName(where), [desktop, phone]);
  const faultsAt = (width: number) => (width === judged ? faultsOf : layoutFaults);
  const found = await faultsAt(desktop)(page, `${where} at ${desktop} px, light`);
  found.push(...(await misfits(page, where, sampleOf(pictureName(where), fitting))));
  await becomes('phone', phone);
  await switchTo(page, 'dark');
  await answered();
  found.push(...(await faultsAt(phone)(page, `${where} at ${phone} px, dark`)));
  await becomes('desktop', desktop);
  await switchTo(page, 'light');
  return found;
}

/**
 * One document serves all of it. The rules about structure judge both widths; the contrast of what
 * looks on the phone as it did on the desktop was judged there.
 */
async function everySide(journey: Journey, where: string): Promise<string[]> {
  const { page, becomes, answered, picture } = journey;
  const step = pictureName(where);
  const found = await faultsOf(page, `${where} at ${desktop} px, light`);
  await noteAppearance(page, 'light');
  await switchTo(page, 'dark');
  found.push(...named(`${where} at ${desktop} px, dark`, await colorFindings(page)));
  await noteAppearance(page, 'dark');
  await picture(`desktop-dark-${step}`);
  found.push(...(await misfits(page, where, fitting)));
  await becomes('phone', phone);
  await answered();
  found.push(...named(`${where} at ${phone} px, dark`, await changedColorFindings(page, 'dark')));
  await switchTo(page, 'light');
  const faults = [
    ...(await structureFindings(page)),
    ...(await changedColorFindings(page, 'light')),
    ...(await headFaults(page)),
    ...(await sidewaysFaults(page)),
  ];
  found.push(...named(`${where} at ${phone} px, light`, faults));
  await picture(`phone-light-${step}`);
  await becomes('desktop', desktop);
  return found;
}

/** At which of these widths the page scrolls sideways. */
async function misfits(page: Page, where: string, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(frame);
    found.push(...named(`${where} at ${width} px`, await sidewaysFaults(page)));
  }
  return found;
}

/** A page whose screen is checked at every width elsewhere: on a desktop, and its width. */
export async function sharedScreenFaults(journey: Journey, where: string): Promise<string[]> {
  const { page, becomes, answered } = journey;
  const found = await faultsOf(page, `${where} at ${desktop} px, light`);
  await becomes('phone', phone);
  await answered();
  found.push(...named(`${where} at ${phone} px`, await sidewaysFaults(page)));
  await becomes('desktop', desktop);
  return found;
}

const named = (where: string, faults: string[]) => faults.map((fault) => `${where}: ${fault}`);

const pictureName = (pathname: string) =>
  pathname
    .replace(/[0-9a-v]{20}/g, 'id')
    .replace(/\W+/g, '-')
    .slice(1);

async function headFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  const headings = await page.locator('h1').count();
  if (headings !== 1) found.push(`${headings} headings of the first level`);
  if ((await page.title()) === '') found.push('no title');
  return found;
}

async function sidewaysFaults(page: Page): Promise<string[]> {
  const sideways = await sidewaysScroll(page);
  return sideways ? [`scrolls sideways: ${sideways}`] : [];
}

/** The page in this scheme, as the system asks for it. */
export async function switchTo(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  const root = page.locator(`html[data-mantine-color-scheme="${scheme}"]`);
  await root.waitFor({ state: 'attached' });
}
