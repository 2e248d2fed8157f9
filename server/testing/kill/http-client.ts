// One HTTP call that either brings a whole answer or says that the line broke.
import http from 'node:http';

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  credential: string;
  body?: object;
  headers?: Record<string, string>;
}

export interface HttpAnswer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a client looks into any answer
  body: any;
}

const longest_ms = 40_000;

/** Null where no whole answer came: the server died, or never was there. */
export function send(origin: string, call: Call): Promise<HttpAnswer | null> {
  return new Promise((resolve) => {
    const body = call.body === undefined ? '' : JSON.stringify(call.body);
    const request = http.request(
      `${origin}/api${call.path}`,
      {
        method: call.method,
        agent: false,
        timeout: longest_ms,
        headers: {
          ...(call.credential && { authorization: call.credential }),
          ...(body && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
          ...call.headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', () => resolve(null));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          if (!answer.complete) return resolve(null);
          resolve({ status: answer.statusCode ?? 0, text, body: parsed(text) });
        });
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(null));
    request.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
