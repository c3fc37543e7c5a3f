/** Runs once per key at a time: concurrent callers get the same result or the same error. */
export function singleFlight<V>(run: (key: string) => Promise<V>): (key: string) => Promise<V> {
  const pending = new Map<string, Promise<V>>();
  return (key) => {
    const result = pending.get(key) ?? run(key).finally(() => pending.delete(key));
    pending.set(key, result);
    return result;
  };
}

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

/**
 * Throws what `createError` returns when the work takes longer than the timeout. The work is not canceled; its late result
 * is ignored.
 */
export async function withTimeout<T>(
  timeoutMs: number,
  work: Promise<T>,
  createError = () => new Error(`It did not come to an end within ${timeoutMs / 1000} seconds`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), timeoutMs);
    timer.unref();
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
