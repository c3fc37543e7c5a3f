const tails = new Map<string, Promise<unknown>>();

/** Runs calls with the same key one after another in call order; a failure does not block the following calls. */
export async function withKeyLock<T>(key: string, work: () => Promise<T>): Promise<T> {
  const result = (tails.get(key) ?? Promise.resolve()).then(work);
  const tail = result.catch(() => undefined);
  tails.set(key, tail);
  try {
    return await result;
  } finally {
    if (tails.get(key) === tail) tails.delete(key);
  }
}
