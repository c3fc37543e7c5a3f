type Waiting<V> = PromiseWithResolvers<V | undefined>;

/**
 * Batches keys into one query and runs one query at a time: keys requested while a query runs wait for the next one.
 * Many keys become a few queries.
 */
export function askedTogether<V>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  most: number,
): (key: string) => Promise<V | undefined> {
  const waiting = new Map<string, Waiting<V>>();
  let isAsking = false;
  const answerAll = async () => {
    isAsking = true;
    while (waiting.size > 0) {
      const taken = [...waiting].slice(0, most);
      for (const [key] of taken) waiting.delete(key);
      try {
        const answers = await ask(taken.map(([key]) => key));
        for (const [key, { resolve }] of taken) resolve(answers.get(key));
      } catch (error) {
        for (const [, { reject }] of taken) reject(error);
      }
    }
    isAsking = false;
  };
  return (key) => {
    const wanted = waiting.get(key) ?? Promise.withResolvers<V | undefined>();
    waiting.set(key, wanted);
    if (!isAsking) void answerAll();
    return wanted.promise;
  };
}
