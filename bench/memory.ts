// How much memory a process holds, now and at most while something runs.
import { readFileSync } from 'node:fs';

export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** The most a process holds while the work runs, looked at every 50 ms. */
export async function mostMegabytes(pid: number, work: () => Promise<unknown>): Promise<number> {
  let most = residentMegabytes(pid);
  const timer = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, 50);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return most;
}
