// What tests set in the product's modules, as the product has it.
import { patience } from '../context.ts';
import { try_limit } from '../messages/webhooks/probe.ts';
import { concurrency_limit } from '../payments/concurrency-limit.ts';
import { inline } from '../payments/transactions/outcomes/execute.ts';
import { others } from '../payments/unresolved/decide.ts';

const seams: object[] = [patience, try_limit, concurrency_limit, inline, others];
/** Read once a process, before any test has set them. */
const as_shipped = seams.map((seam) => ({ ...seam }));

export function restoreSeams(): void {
  for (const [n, seam] of seams.entries()) Object.assign(seam, as_shipped[n]);
}
