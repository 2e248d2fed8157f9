// An open loop in a process of its own: payments arrive at their time, whoever has been answered.
// `tsx bench/harness/arrivals.ts '<Arrivals as JSON>'` prints the Answers as JSON.
import os from 'node:os';
import { sale } from '../payment.ts';
import { Connection, requestBytes } from './load.ts';

const max_sockets = 3_000;
const tick_ms = 1;
const urgent = -10;

export interface Arrivals {
  origin: string;
  private_key: string;
  per_second: number;
  seconds: number;
}

/** Times run from when a payment was due, so that a client that is late hides nothing. */
export interface Answers {
  per_second: number;
  ok_ms: number[];
  refused_ms: number[];
  /** How late the client itself was to send; the times above hold it. */
  late_ms: number[];
  connections: number;
  /** Answers that are neither: status and how often. */
  others: [status: number, count: number][];
}

/** Each arrives on a connection that is free just then, or on a new one. */
async function arrive(options: Arrivals): Promise<Answers> {
  const call = sale(options);
  const { hostname, port, host } = new URL(options.origin);
  const free: Connection[] = [];
  const all: Connection[] = [];
  const ok_ms: number[] = [];
  const refused_ms: number[] = [];
  const late_ms: number[] = [];
  const others = new Map<number, number>();
  const one = async (n: number, due_ms: number) => {
    const known = free.pop();
    const connection = known ?? new Connection(Number(port), hostname);
    if (!known) all.push(connection);
    late_ms.push(performance.now() - due_ms);
    const status = await connection.send(requestBytes(call, host, n));
    const took_ms = performance.now() - due_ms;
    if (status === 200) ok_ms.push(took_ms);
    else if (status === 503 || status === 429) refused_ms.push(took_ms);
    else others.set(status, (others.get(status) ?? 0) + 1);
    if (status > 0) free.push(connection);
  };
  const pending: Promise<void>[] = [];
  const started_ms = performance.now();
  const passed_seconds = () => (performance.now() - started_ms) / 1_000;
  let sent = 0;
  while (passed_seconds() < options.seconds) {
    const due = Math.floor(passed_seconds() * options.per_second);
    while (sent < due && all.length - free.length < max_sockets) {
      pending.push(one(sent, started_ms + (sent / options.per_second) * 1_000));
      sent += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, tick_ms));
  }
  const per_second = ok_ms.length / passed_seconds();
  await Promise.all(pending);
  for (const connection of all) connection.close();
  const connections = all.length;
  return { per_second, ok_ms, refused_ms, late_ms, connections, others: [...others] };
}

try {
  os.setPriority(urgent);
} catch {
  // Who may not is as late as the machine is busy; the bench prints how late.
}
const answers = await arrive(JSON.parse(process.argv[2] ?? ''));
process.stdout.write(JSON.stringify(answers));
