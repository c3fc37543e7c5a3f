const turns = new Map<string, Promise<unknown>>();

/** Runs calls with the same key one after another in call order; a failure does not block the following calls. */
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
