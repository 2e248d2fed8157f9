// The traits of a browser that make up the visitor's hint; loaded when nothing else is to be done.
import { hashComponents, loadSources, sources } from '@fingerprintjs/fingerprintjs';

/**
 * What would write markup, draw on the page or sound is left out: our policy has no room for it.
 */
const left_out = [
  'fonts',
  'domBlockers',
  'fontPreferences',
  'audio',
  'audioBaseLatency',
  'screenFrame',
  'webGlBasics',
  'webGlExtensions',
  'applePay',
  'privateClickMeasurement',
  'openDatabase',
  'sessionStorage',
  'localStorage',
  'indexedDB',
] as const;

export async function visitorId(): Promise<string> {
  const collect = loadSources(sources, { cache: {}, debug: false }, left_out);
  return hashComponents(await collect());
}
