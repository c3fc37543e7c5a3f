const turns = new Map<string, Promise<unknown>>();

/** Runs what has the same key one after the other, in the order in which it came; a failure keeps nobody back. */
export async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(key) ?? Promise.resolve()).then(work);
  const turn = mine.catch(() => undefined);
  turns.set(key, turn);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
}
