// One call of the API by a client that waits for it: what it answered and how long it took.
import type { Stage } from './stage.ts';

export interface TimedAnswer {
  ms: number;
  text: string;
}

/** Where the caller's budget is used up it waits, and the wait is not measured. */
export async function ask(
  stage: Stage,
  path: string,
  body?: unknown,
  key = stage.private_key,
): Promise<TimedAnswer> {
  for (;;) {
    const started = performance.now();
    const answer = await fetch(`${stage.origin}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const ms = performance.now() - started;
    if (answer.status === 200) return { ms, text };
    if (answer.status !== 429) throw new Error(`${path} answered ${answer.status}: ${text}`);
    const seconds = Number(answer.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/** Moment of the youngest transaction that was copied: the searches look back from there. */
export async function newestOf(stage: Stage): Promise<Date> {
  const [row] = await stage.query<{ at: Date }>(
    'select max(created_at) as at from transaction where merchant_id = $1',
    [stage.merchant_id],
  );
  return row?.at ?? new Date(0);
}
