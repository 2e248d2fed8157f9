// A proxy before the database that can be cut and restored, as networks and servers are.
import net, { type AddressInfo } from 'node:net';

export interface DatabaseProxy {
  /** The same database by way of this proxy. */
  reroute(url: string): string;
  /** Ends every connection; new ones are refused until restore(). */
  cut(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

export async function makeDatabaseProxy(): Promise<DatabaseProxy> {
  let upstream = { host: '', port: 0 };
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(upstream);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    reroute(url) {
      const address = new URL(url);
      upstream = { host: address.hostname, port: Number(address.port) };
      address.hostname = '127.0.0.1';
      address.port = String(port);
      return address.toString();
    },
    cut,
    restore: () => listen(port),
    close: cut,
  };
}
