// What the tests of a file share: made before the first of them, closed after the last.
import { afterAll, beforeAll } from 'vitest';

/**
 * To be called at the top of a file. The object is there at once and has its members from the
 * file's hooks and tests on; what was not made is not closed.
 */
export function opened<Shared extends object>(
  make: () => Promise<Shared>,
  close: (shared: Shared) => unknown = () => undefined,
): Shared {
  const shared = {} as Shared;
  let made = false;
  beforeAll(async () => {
    Object.assign(shared, await make());
    made = true;
  });
  afterAll(async () => {
    if (made) await close(shared);
  });
  return shared;
}
