// More listening handles of one socket: the event loop accepts one connection from each at a time.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Server } from 'node:http';
import net from 'node:net';

/**
 * A busy event loop has a hundred iterations a second. With one handle the last of many clients
 * that connect at once would wait for seconds before it could even be refused.
 */
const extra_listeners = 15;
/** A helper process that has not answered by then is killed. */
const helper_limit_ms = 10_000;

/** Sends each handle back: sending duplicates it, for the same socket. */
const helper_script = `process.on('message', (count, handle) => {
  while (count-- > 0) process.send(count, handle);
})`;

function startHelper(): ChildProcess {
  return spawn(process.execPath, ['-e', helper_script], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
}

/** Gives `count` more handles of a socket, or as many as there came, when the helper has gone. */
function copiesOf(handle: unknown, count: number): Promise<unknown[]> {
  return new Promise((resolve) => {
    const handles: unknown[] = [];
    const helper = startHelper();
    const end = () => helper.kill('SIGKILL');
    const timer = setTimeout(end, helper_limit_ms);
    const finish = () => {
      clearTimeout(timer);
      resolve(handles);
    };
    helper.on('message', (_number, more) => {
      if (handles.push(more) === count) end();
    });
    // It holds the socket too: until it has gone, the port is not free.
    helper.once('error', finish).once('exit', finish);
    helper.send(count, handle as net.Server, (error) => error && end());
  });
}

/**
 * Lets a server that listens accept from `count` more handles of its socket. Gives the listeners,
 * which have to be closed beside the server; fewer or none where no process can be started.
 */
export async function addListeners(server: Server, count = extra_listeners): Promise<net.Server[]> {
  const { _handle } = server as Server & { _handle: unknown };
  const handles = await copiesOf(_handle, count).catch(() => []);
  if (!server.listening) {
    for (const handle of handles) (handle as net.Server).close();
    return [];
  }
  return handles.map((handle) => {
    const options = { allowHalfOpen: true, noDelay: true };
    const listener = net.createServer(options, (socket) => server.emit('connection', socket));
    // One that cannot listen leaves the work to the others.
    return listener.on('error', () => listener.close()).listen(handle);
  });
}
