// Answers may come in another order than they were asked for: only the newest of them counts.

/** The same call; null where a later one was made before its answer came. */
export function newestOf<Args extends unknown[], Answer>(
  ask: (...args: Args) => Promise<Answer>,
): (...args: Args) => Promise<Answer | null> {
  let newest = 0;
  return async (...args) => {
    newest += 1;
    const mine = newest;
    const answer = await ask(...args);
    return mine === newest ? answer : null;
  };
}
