// Whoever asks and does not read the answer is cut off: files, connections and memory wait with it.
import type { Server } from 'node:http';

/**
 * Cuts connections on which nothing moved for `limit_ms` while bytes of an answer wait, and those
 * that rest for that long before a request. A request whose answer is being made is left alone.
 */
export function cutStalledReaders(server: Server, limit_ms: number): void {
  server.setTimeout(limit_ms);
  server.prependListener('request', (_request, response) => {
    response.on('timeout', (socket) => {
      if (response.writableLength > 0) socket.destroy();
    });
  });
}
