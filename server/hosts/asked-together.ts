type PendingKey<V> = PromiseWithResolvers<V | undefined>;

/**
 * Batches keys into one query and runs one query at a time: keys requested while a query runs wait for the next one.
 * Many keys become a few queries.
 */
export function createBatchLoader<V>(
  loadBatch: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  maxKeys: number,
): (key: string) => Promise<V | undefined> {
  const pending = new Map<string, PendingKey<V>>();
  let isLoading = false;
  const loadAll = async () => {
    isLoading = true;
    while (pending.size > 0) {
      const batch = [...pending].slice(0, maxKeys);
      for (const [key] of batch) pending.delete(key);
      try {
        const values = await loadBatch(batch.map(([key]) => key));
        for (const [key, { resolve }] of batch) resolve(values.get(key));
      } catch (error) {
        for (const [, { reject }] of batch) reject(error);
      }
    }
    isLoading = false;
  };
  return (key) => {
    const request = pending.get(key) ?? Promise.withResolvers<V | undefined>();
    pending.set(key, request);
    if (!isLoading) void loadAll();
    return request.promise;
  };
}
