import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { rejectSocket, type RejectionStatus } from './socket-rejection.ts';

/** Limits for sockets of one process and for the time of each phase. */
export type ConnectionLimits = {
  maxSockets: number;
  /** Maximum pipelined requests per socket; browsers send one at a time. */
  maxPipelined: number;
  /** Time from the first to the last byte of a body; `largeBodyTimeoutMs` for bodies of more than `largeBodyBytes` bytes. */
  bodyTimeoutMs: number;
  largeBodyTimeoutMs: number;
  largeBodyBytes: number;
  /** Time for reading a response: a base, plus one second per `minBytesPerSecond` bytes. */
  readTimeoutMs: number;
  minBytesPerSecond: number;
  sweepIntervalMs: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = {
  maxSockets: 1000,
  maxPipelined: 32,
  bodyTimeoutMs: 30_000,
  largeBodyTimeoutMs: 60_000,
  largeBodyBytes: 256 * 1024,
  readTimeoutMs: 20_000,
  minBytesPerSecond: 8 * 1024,
  sweepIntervalMs: 1000,
};

/** State of one socket. `since`: start of the current phase, on a monotonic clock. */
type SocketState = {
  since: number;
  request: IncomingMessage | null;
  response: ServerResponse | null;
  /** Deadline for reading the pending response; null: nothing is pending. */
  readBy: number | null;
  /** Handlers of unanswered requests; the first one is running. */
  queue: (() => void)[];
};

/** Phase of a socket: receiving headers, receiving a body, reading a response, waiting for us, or idle. */
type SocketPhase = 'asking' | 'sending' | 'reading' | 'waiting' | 'resting';

/** Minimum duration after which a phase counts as slow. */
const SLOW_AFTER_MS = 500;

/**
 * All sockets of this process. At the limit, a new socket replaces the slowest one that is sending or reading, or else the
 * longest idle one. When all sockets wait for us, the new one gets 503.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #now: () => number;
  readonly #sockets = new Map<Socket, SocketState>();
  readonly #timer: NodeJS.Timeout;
  /** Pipelined requests that wait for their own event-loop tick. */
  readonly #pipelined: (() => void)[] = [];

  constructor(limits = CONNECTION_LIMITS, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#timer = setInterval(() => this.sweep(), limits.sweepIntervalMs).unref();
  }

  get count(): number {
    return this.#sockets.size;
  }

  /** Registers a new socket. */
  add(socket: Socket): void {
    if (this.#sockets.size >= this.#limits.maxSockets && !this.#closeSlowest()) {
      rejectSocket(socket, 503);
      return;
    }
    this.#sockets.set(socket, {
      since: this.#now(),
      request: null,
      response: null,
      readBy: null,
      queue: [],
    });
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /**
   * Registers a request whose headers have arrived. `answer` runs when earlier requests of its socket are answered, so that
   * unread responses do not pile up. Too many pipelined requests close the socket.
   */
  handleRequest(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const { socket } = request;
    const state = this.#sockets.get(socket);
    if (!state) return answer();
    if (state.queue.length >= this.#limits.maxPipelined) {
      socket.destroy();
      return;
    }
    state.queue.push(() => {
      Object.assign(state, { since: this.#now(), request, response, readBy: null });
      answer();
    });
    response.once('close', () => {
      state.queue.shift();
      if (state.queue.length > 0) this.#scheduleNext(() => !socket.destroyed && state.queue[0]?.());
    });
    if (state.queue.length === 1) state.queue[0]?.();
  }

  /**
   * Runs each pipelined request in its own event-loop tick, one per tick over all sockets. Every tick can accept a new
   * connection, which would otherwise wait for all pipelined requests.
   */
  #scheduleNext(next: () => void): void {
    if (this.#pipelined.push(next) === 1) setImmediate(this.#runNext);
  }

  readonly #runNext = (): void => {
    const next = this.#pipelined.shift();
    if (this.#pipelined.length > 0) setImmediate(this.#runNext);
    next?.();
  };

  /** Ends a socket after unreadable input. Requests received before it do not get this error as their response. */
  rejectSocket(socket: Socket, status: RejectionStatus): void {
    const { request, response } = this.#sockets.get(socket) ?? {};
    const isOtherResponse = request?.complete && response && !response.writableFinished;
    rejectSocket(socket, isOtherResponse ? null : status, request?.complete ? null : (response ?? null));
  }

  /** Closes sockets that exceed their time limits. */
  sweep(): void {
    const now = this.#now();
    for (const [socket, state] of this.#sockets) {
      const phase = phaseOf(state);
      if (phase === 'sending' && now - state.since > this.#bodyTimeout(state))
        rejectSocket(socket, 408, state.response);
      if (phase !== 'reading') state.readBy = null;
      else if (state.readBy === null) state.readBy = now + this.#limits.readTimeoutMs + this.#msToRead(socket);
      else if (now > state.readBy) socket.destroy();
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #bodyTimeout({ request }: SocketState): number {
    const { largeBodyBytes, largeBodyTimeoutMs, bodyTimeoutMs } = this.#limits;
    return Number(request?.headers['content-length'] ?? 0) > largeBodyBytes ? largeBodyTimeoutMs : bodyTimeoutMs;
  }

  #msToRead({ writableLength }: Socket): number {
    return (writableLength / this.#limits.minBytesPerSecond) * 1000;
  }

  /** Closes the slowest socket, or else the longest idle one. */
  #closeSlowest(): boolean {
    const slowBefore = this.#now() - SLOW_AFTER_MS;
    const findOldest = (matches: (phase: SocketPhase, state: SocketState) => boolean): [Socket, SocketState] | null => {
      let candidate: [Socket, SocketState] | null = null;
      for (const entry of this.#sockets)
        if (matches(phaseOf(entry[1]), entry[1]) && (!candidate || entry[1].since < candidate[1].since))
          candidate = entry;
      return candidate;
    };
    const slowest = findOldest((phase, { since }) => since < slowBefore && phase !== 'resting' && phase !== 'waiting');
    const [socket, state] = slowest ?? findOldest((phase) => phase === 'resting') ?? [];
    if (!socket || !state) return false;
    this.#sockets.delete(socket);
    rejectSocket(socket, slowest ? 408 : null, state.response);
    return true;
  }
}

function phaseOf({ request, response }: SocketState): SocketPhase {
  if (!request || !response) return 'asking';
  if (!response.writableEnded) return request.complete ? 'waiting' : 'sending';
  return response.writableFinished ? 'resting' : 'reading';
}
