// How a printed report looks. The panel opens it in a tab that is under the panel's own policy, so
// the policy names this one style by its hash (security-headers.ts).
import { createHash } from 'node:crypto';

export const printed_style =
  ':root{color-scheme:light}body{font:12px/1.4 system-ui,sans-serif;margin:24px;color:#111;' +
  'background:#fff}h1{font-size:16px;margin:0 0 4px}p{margin:0 0 2px}table{margin-top:12px;' +
  'border-collapse:collapse;width:100%}th,td{text-align:left;padding:4px 8px;' +
  'border-bottom:1px solid #ccc;max-width:26ch;overflow-wrap:break-word}th{border-color:#111}.n{' +
  'text-align:right;font-variant-numeric:tabular-nums}.n,.w{white-space:nowrap}.sums{' +
  'margin-top:12px;' +
  'font-weight:600}thead{display:table-header-group}tr{break-inside:avoid}' +
  '@page{size:landscape;margin:12mm 12mm 15mm;@bottom-right{content:counter(page) " / " ' +
  'counter(pages);font:8pt sans-serif}}@media print{body{margin:0;font-size:8.5pt}' +
  'th,td{padding:3px 6px}}';

const hash = createHash('sha256').update(printed_style).digest('base64');
/** As a policy names it. */
export const printed_style_source = `'sha256-${hash}'`;
