// A process of its own that says in its first line where it listens.
import { type ChildProcess, spawn } from 'node:child_process';

/** Runs Node with these arguments until the first line is printed, and gives that line. */
export async function startChild(
  args: readonly string[],
): Promise<{ child: ChildProcess; first_line: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const first_line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (part: Buffer) => resolve(part.toString().trim()));
    child.once('exit', () => reject(new Error('The yardstick ended before it listened.')));
  });
  return { child, first_line };
}
