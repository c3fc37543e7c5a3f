/** Runs once per key at a time: concurrent callers get the same result or the same error. */
export function singleFlight<V>(run: (key: string) => Promise<V>): (key: string) => Promise<V> {
  const flights = new Map<string, Promise<V>>();
  return (key) => {
    const flight = flights.get(key) ?? run(key).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
