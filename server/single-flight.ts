/** One run for each key at a time: whoever asks while it is under way gets the same answer, or the same error. */
export function singleFlight<V>(run: (key: string) => Promise<V>): (key: string) => Promise<V> {
  const flights = new Map<string, Promise<V>>();
  return (key) => {
    const flight = flights.get(key) ?? run(key).finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
