// Messages between the frame and the page around it: JSON texts `{id, event, data}` (gateway-api
// 13.1).
export interface Message {
  event: string;
  data: unknown;
}

/** The message in a text, or null where it is none. */
export function readMessage(text: unknown): Message | null {
  if (typeof text !== 'string' || text.length > 200_000) return null;
  try {
    const { event, data } = JSON.parse(text) ?? {};
    return typeof event === 'string' ? { event, data } : null;
  } catch {
    return null;
  }
}

export type Post = (event: string, data: unknown) => void;

/**
 * Sends to the page around the frame, whatever its origin: browsers show the frame to the sites of
 * the key alone (`frame-ancestors`).
 */
export function posting(id: () => string, target: Pick<Window, 'postMessage'>): Post {
  return (event, data) => target.postMessage(JSON.stringify({ id: id(), event, data }), '*');
}
