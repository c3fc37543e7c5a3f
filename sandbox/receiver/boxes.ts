/** What an address of the receiver answers whoever knocks. `hang`: nothing, until they leave. */
export const ANSWERS = ['ok', 'broken', 'gone', 'hang', 'moved'] as const;
export type Answer = (typeof ANSWERS)[number];

/** One request as it came. */
export type Arrival = {
  /** Counts all arrivals of this process. */
  number: number;
  name: string;
  at: Date;
  method: string;
  /** What followed the name in the address. */
  rest: string;
  headers: [name: string, value: string][];
  body: Uint8Array;
  /** The body went on; the rest was not read. */
  cut: boolean;
  answered: Answer;
};

/** One address: what it answers, and the secret that signatures are checked with; both are somebody's choice. */
export type Box = { answer: Answer; secret: string | null };

export type Boxes = {
  names: () => string[];
  box: (name: string) => Box;
  set: (name: string, change: Partial<Box>) => void;
  take: (arrival: Omit<Arrival, 'number'>) => void;
  /** The newest first. */
  arrivals: (name: string) => Arrival[];
  clear: (name: string) => void;
};

/** Arrivals of all addresses together; the oldest make room. */
export const MOST_ARRIVALS = 200;
export const MOST_BODY_BYTES = 64 * 1024;
/** Headers as a Node server takes them are 16 kB at most; addresses are what could grow without end. */
export const MOST_BOXES = 50;
const fresh: Box = { answer: 'ok', secret: null };

/** All that the receiver remembers, in memory and bounded: it is gone when the process ends. */
export const openBoxes = (): Boxes => {
  const boxes = new Map<string, Box>();
  let kept: Arrival[] = [];
  let count = 0;
  /** The one touched last stands last, so that the one nobody has touched for longest makes room. */
  const touch = (name: string, box: Box): void => {
    boxes.delete(name);
    boxes.set(name, box);
    const [oldest] = boxes.keys();
    if (boxes.size <= MOST_BOXES || oldest === undefined) return;
    boxes.delete(oldest);
    kept = kept.filter((arrival) => arrival.name !== oldest);
  };
  const box = (name: string): Box => boxes.get(name) ?? fresh;
  return {
    names: () => [...boxes.keys()].toReversed(),
    box,
    set: (name, change) => touch(name, { ...box(name), ...change }),
    take: (arrival) => {
      touch(arrival.name, box(arrival.name));
      count += 1;
      kept = [{ ...arrival, number: count }, ...kept].slice(0, MOST_ARRIVALS);
    },
    arrivals: (name) => kept.filter((arrival) => arrival.name === name),
    clear: (name) => {
      kept = kept.filter((arrival) => arrival.name !== name);
    },
  };
};
