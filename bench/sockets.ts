// What ten thousand idle keep-alive connections cost the server (P21).
import net from 'node:net';
import { reportFigure } from './harness/measure.ts';
import type { Stage } from './harness/stage.ts';
import { residentMegabytes } from './memory.ts';

const count = 10_000;
const at_once = 200;

/** A connection that has been answered once and stays open. */
function idle(port: number, host: string): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host });
    socket.once('error', reject);
    socket.once('data', () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.write(`GET /api/fphc HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
  });
}

const calm = () => new Promise((resolve) => setTimeout(resolve, 2_000));

/** Prints the sockets' part of P21. */
export async function benchSockets(stage: Stage): Promise<void> {
  await stage.restart();
  const { hostname, port } = new URL(stage.origin);
  await calm();
  const before = residentMegabytes(stage.pid);
  const sockets: net.Socket[] = [];
  while (sockets.length < count) {
    const some = Array.from({ length: at_once }, () => idle(Number(port), hostname));
    sockets.push(...(await Promise.all(some)));
  }
  const open = sockets.filter((socket) => !socket.destroyed).length;
  if (open < count) throw new Error(`only ${open} of ${count} connections stayed open`);
  const after = residentMegabytes(stage.pid);
  for (const socket of sockets) socket.destroy();
  const bar = { unit: 'MB', better: 'less', floor: 150, goal: 150 } as const;
  reportFigure({ ...bar, name: `P21 memory of ${count} idle connections` }, after - before);
}
