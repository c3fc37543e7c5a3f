/** Runs once per key at a time: concurrent callers get the same result or the same error. */
export function singleFlight<V>(run: (key: string) => Promise<V>): (key: string) => Promise<V> {
  const pending = new Map<string, Promise<V>>();
  return (key) => {
    const result = pending.get(key) ?? run(key).finally(() => pending.delete(key));
    pending.set(key, result);
    return result;
  };
}
