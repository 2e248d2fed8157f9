// Reads tokens.css and fails where a promised contrast or colour distance is missed.
// `node panel/style/contrast.mjs` prints what fails, with `--all` every pair; exit 1 if one fails.
import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const block = (start) => css.slice(css.indexOf(start), css.indexOf('\n}', css.indexOf(start)));
const tokens = (text) =>
  Object.fromEntries([...text.matchAll(/--([\w-]+):([^;]+);/g)].map((m) => [m[1], m[2].trim()]));
const light = tokens(block(':root {'));
const dark = { ...light, ...tokens(block(':root[data-mantine-color-scheme="dark"] {')) };
const hex = (t, name) => {
  const value = t[name];
  const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return other === undefined ? value.toUpperCase() : hex(t, other);
};

const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const rgb = (h) => [1, 3, 5].map((i) => linear(Number.parseInt(h.slice(i, i + 2), 16) / 255));
const luminance = (h) => rgb(h).reduce((a, v, i) => a + v * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
};

// [foreground, background, least ratio]
const pairs = [
  ...['bg', 'bg-side', 'bg-raised', 'bg-hover', 'bg-sel', 'bg-field'].flatMap((b) => [
    ['ink', b, 7],
    ['ink-2', b, 7],
    ['ink-3', b, 4.5],
  ]),
  ['ink-off', 'bg', 3],
  ['brand-on', 'brand', 4.5],
  ['brand-on', 'brand-hover', 4.5],
  ['brand-ink', 'bg', 4.5],
  ['brand-ink', 'bg-side', 4.5],
  ['brand-ink', 'bg-raised', 4.5],
  ['brand-ink', 'brand-tint', 4.5],
  ['brand', 'bg', 3],
  ['brand-edge', 'bg', 3],
  ...['ok', 'warn', 'bad', 'info', 'mute'].flatMap((t) => [
    [t, 'bg', 4.5],
    [t, `${t}-tint`, 4.5],
    [t, 'bg-raised', 4.5],
    ['ink', `${t}-tint`, 7],
    ['ink-2', `${t}-tint`, 4.5],
    [`${t}-edge`, 'bg', 3],
  ]),
  ['bad-on', 'bad-fill', 4.5],
  ['line-ctl', 'bg', 3],
  ['line-ctl', 'bg-raised', 3],
  ['line-ctl', 'bg-side', 3],
  ['line-ctl', 'bg-field', 3],
  ['line-ctl', 'bg-sel', 3],
  ['ring', 'bg', 3],
  ['ring', 'bg-raised', 3],
  ['ring', 'bg-side', 3],
  ['ring', 'bg-sel', 3],
  ...['c-1', 'c-2', 'c-3', 'c-4'].map((c) => [c, 'bg', 3]),
];

const machado = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const oklab = ([r, g, b]) => {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
};
const seen = (h, kind) =>
  oklab(
    machado[kind].map((row) =>
      Math.min(
        1,
        Math.max(
          0,
          row.reduce((a, v, i) => a + v * rgb(h)[i], 0),
        ),
      ),
    ),
  );
const distance = (a, b, kind) =>
  100 * Math.hypot(...seen(a, kind).map((v, i) => v - seen(b, kind)[i]));

const lines = [];
for (const [front, back, least] of pairs) {
  const found = [light, dark].map((t) => contrast(hex(t, front), hex(t, back)));
  const figures = found.map((ratio) => ratio.toFixed(2)).join(' light, ');
  const ok = Math.min(...found) >= least;
  lines.push({ ok, text: `${front} on ${back}: ${figures} dark, at least ${least}` });
}
for (const [name, t] of Object.entries({ light, dark })) {
  const series = ['c-1', 'c-2', 'c-3', 'c-4'].map((token) => hex(t, token));
  const couples = series.flatMap((a, i) => series.slice(i + 1).map((b) => [a, b]));
  for (const kind of Object.keys(machado)) {
    const least = Math.min(...couples.map(([a, b]) => distance(a, b, kind)));
    const text = `chart colours, ${name}, ${kind}: nearest ${least.toFixed(1)} apart, at least 8`;
    lines.push({ ok: least >= 8, text });
  }
}
const failed = lines.filter((line) => !line.ok);
for (const line of process.argv.includes('--all') ? lines : failed) {
  console.log(`${line.ok ? 'ok  ' : 'FAIL'} ${line.text}`);
}
console.log(`contrast: ${lines.length - failed.length} kept, ${failed.length} missed`);
process.exitCode = failed.length > 0 ? 1 : 0;
