/** Responses that a receiver can be set to give. `hang` sends none until the client disconnects. */
export const ANSWERS = ['ok', 'broken', 'gone', 'hang', 'moved'] as const;
export type Answer = (typeof ANSWERS)[number];

/** One received request. */
export type Arrival = {
  /** Sequence number over all requests of this process. */
  number: number;
  name: string;
  at: Date;
  method: string;
  /** The path after the receiver's name. */
  rest: string;
  headers: [name: string, value: string][];
  body: Uint8Array;
  /** True when the body exceeded the limit and the rest was not read. */
  cut: boolean;
  answered: Answer;
};

/** The settings of one receiver: its response, and the secret with which signatures are checked. */
export type Box = { answer: Answer; secret: string | null };

export type Boxes = {
  names: () => string[];
  box: (name: string) => Box;
  set: (name: string, change: Partial<Box>) => void;
  take: (arrival: Omit<Arrival, 'number'>) => void;
  /** Newest first. */
  arrivals: (name: string) => Arrival[];
  clear: (name: string) => void;
};

/** Maximum number of stored requests of all receivers together; the oldest are dropped. */
export const MOST_ARRIVALS = 200;
export const MOST_BODY_BYTES = 64 * 1024;
/** Maximum number of receivers. Node limits headers to 16 kB, so only the number of names could grow without limit. */
export const MOST_BOXES = 50;
const fresh: Box = { answer: 'ok', secret: null };

/** The receivers' state, in memory and bounded; it is lost when the process ends. */
export const openBoxes = (): Boxes => {
  const boxes = new Map<string, Box>();
  let kept: Arrival[] = [];
  let count = 0;
  /** Moves the receiver to the end of the map, so that the least recently used one is dropped first. */
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
