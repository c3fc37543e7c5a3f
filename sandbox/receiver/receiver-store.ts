/** Responses that a receiver can be set to give. `hang` sends none until the client disconnects. */
export const RECEIVER_RESPONSES = ['ok', 'broken', 'gone', 'hang', 'moved'] as const;
export type ReceiverResponse = (typeof RECEIVER_RESPONSES)[number];

export type ReceivedRequest = {
  /** Sequence number over all requests of this process. */
  number: number;
  name: string;
  receivedAt: Date;
  method: string;
  /** The path after the receiver's name. */
  subpath: string;
  headers: [name: string, value: string][];
  body: Uint8Array;
  /** True when the body exceeded the limit and the rest was not read. */
  isTruncated: boolean;
  response: ReceiverResponse;
};

/** The settings of one receiver: its response, and the secret with which signatures are checked. */
export type Receiver = { response: ReceiverResponse; secret: string | null };

export type ReceiverStore = {
  listNames: () => string[];
  getReceiver: (name: string) => Receiver;
  updateReceiver: (name: string, change: Partial<Receiver>) => void;
  addRequest: (request: Omit<ReceivedRequest, 'number'>) => void;
  /** Newest first. */
  listRequests: (name: string) => ReceivedRequest[];
  clearRequests: (name: string) => void;
};

/** Maximum number of stored requests of all receivers together; the oldest are dropped. */
export const MAX_REQUESTS = 200;
export const MAX_BODY_BYTES = 64 * 1024;
/** Maximum number of receivers. Node limits headers to 16 kB, so only the number of names could grow without limit. */
const MAX_RECEIVERS = 50;
const DEFAULT_RECEIVER: Receiver = { response: 'ok', secret: null };

/** The receivers' state, in memory and bounded; it is lost when the process ends. */
export const createReceiverStore = (): ReceiverStore => {
  const receivers = new Map<string, Receiver>();
  let requests: ReceivedRequest[] = [];
  let count = 0;
  /** Moves the receiver to the end of the map, so that the least recently used one is dropped first. */
  const markUsed = (name: string, receiver: Receiver): void => {
    receivers.delete(name);
    receivers.set(name, receiver);
    const [oldest] = receivers.keys();
    if (receivers.size <= MAX_RECEIVERS || oldest === undefined) return;
    receivers.delete(oldest);
    requests = requests.filter((request) => request.name !== oldest);
  };
  const getReceiver = (name: string): Receiver => receivers.get(name) ?? DEFAULT_RECEIVER;
  return {
    listNames: () => [...receivers.keys()].toReversed(),
    getReceiver,
    updateReceiver: (name, change) => markUsed(name, { ...getReceiver(name), ...change }),
    addRequest: (request) => {
      markUsed(request.name, getReceiver(request.name));
      count += 1;
      requests = [{ ...request, number: count }, ...requests].slice(0, MAX_REQUESTS);
    },
    listRequests: (name) => requests.filter((request) => request.name === name),
    clearRequests: (name) => {
      requests = requests.filter((request) => request.name !== name);
    },
  };
};
