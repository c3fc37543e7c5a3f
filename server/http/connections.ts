import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { refuseAtSocket, type RefusedStatus } from './socket-refusal.ts';

/** Limits for sockets of one process and for the time of each phase. */
export type ConnectionLimits = {
  sockets: number;
  /** Maximum pipelined requests per socket; browsers send one at a time. */
  atOnce: number;
  /** Time from the first to the last byte of a body; `largeBodyTimeoutMs` for bodies of more than `largeBodyBytes` bytes. */
  bodyMs: number;
  largeBodyMs: number;
  largeBody: number;
  /** Time for reading a response: a base, plus one second per `minBytesPerSecond` bytes. */
  unreadMs: number;
  bytesPerSecond: number;
  sweepMs: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = {
  sockets: 1000,
  atOnce: 32,
  bodyMs: 30_000,
  largeBodyMs: 60_000,
  largeBody: 256 * 1024,
  unreadMs: 20_000,
  bytesPerSecond: 8 * 1024,
  sweepMs: 1000,
};

/** State of one socket. `since`: start of the current phase, on a monotonic clock. */
type Line = {
  since: number;
  request: IncomingMessage | null;
  response: ServerResponse | null;
  /** Deadline for reading the pending response; null: nothing is pending. */
  readBy: number | null;
  /** Handlers of unanswered requests; the first one is running. */
  queue: (() => void)[];
};

/** Phase of a socket: receiving headers, receiving a body, reading a response, waiting for us, or idle. */
type Doing = 'asking' | 'sending' | 'reading' | 'waiting' | 'resting';

/** Minimum duration after which a phase counts as slow. */
const DAWDLING_MS = 500;

/**
 * All sockets of this process. At the limit, a new socket replaces the slowest one that is sending or reading, or else the
 * longest idle one. When all sockets wait for us, the new one gets 503.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #now: () => number;
  readonly #lines = new Map<Socket, Line>();
  readonly #timer: NodeJS.Timeout;
  /** Pipelined requests that wait for their own event-loop tick. */
  readonly #ahead: (() => void)[] = [];

  constructor(limits = CONNECTION_LIMITS, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#timer = setInterval(() => this.sweep(), limits.sweepMs).unref();
  }

  get count(): number {
    return this.#lines.size;
  }

  /** Registers a new socket. */
  add(socket: Socket): void {
    if (this.#lines.size >= this.#limits.sockets && !this.#makeRoom()) {
      refuseAtSocket(socket, 503);
      return;
    }
    this.#lines.set(socket, {
      since: this.#now(),
      request: null,
      response: null,
      readBy: null,
      queue: [],
    });
    socket.once('close', () => this.#lines.delete(socket));
  }

  /**
   * Registers a request whose headers have arrived. `answer` runs when earlier requests of its socket are answered, so that
   * unread responses do not pile up. Too many pipelined requests close the socket.
   */
  take(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
    const { socket } = request;
    const line = this.#lines.get(socket);
    if (!line) return answer();
    if (line.queue.length >= this.#limits.atOnce) {
      socket.destroy();
      return;
    }
    line.queue.push(() => {
      Object.assign(line, { since: this.#now(), request, response, readBy: null });
      answer();
    });
    response.once('close', () => {
      line.queue.shift();
      if (line.queue.length > 0) this.#goOnLater(() => !socket.destroyed && line.queue[0]?.());
    });
    if (line.queue.length === 1) line.queue[0]?.();
  }

  /**
   * Runs each pipelined request in its own event-loop tick, one per tick over all sockets. Every tick can accept a new
   * connection, which would otherwise wait for all pipelined requests.
   */
  #goOnLater(next: () => void): void {
    if (this.#ahead.push(next) === 1) setImmediate(this.#goOn);
  }

  readonly #goOn = (): void => {
    const next = this.#ahead.shift();
    if (this.#ahead.length > 0) setImmediate(this.#goOn);
    next?.();
  };

  /** Ends a socket after unreadable input. Requests received before it do not get this error as their response. */
  refuse(socket: Socket, status: RefusedStatus): void {
    const { request, response } = this.#lines.get(socket) ?? {};
    const isOfAnother = request?.complete && response && !response.writableFinished;
    refuseAtSocket(socket, isOfAnother ? null : status, request?.complete ? null : (response ?? null));
  }

  /** Closes sockets that exceed their time limits. */
  sweep(): void {
    const now = this.#now();
    for (const [socket, line] of this.#lines) {
      const doing = doingOf(line);
      if (doing === 'sending' && now - line.since > this.#timeFor(line))
        refuseAtSocket(socket, 408, line.response);
      if (doing !== 'reading') line.readBy = null;
      else if (line.readBy === null) line.readBy = now + this.#limits.unreadMs + this.#msToRead(socket);
      else if (now > line.readBy) socket.destroy();
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #timeFor({ request }: Line): number {
    const { largeBody, largeBodyMs, bodyMs } = this.#limits;
    return Number(request?.headers['content-length'] ?? 0) > largeBody ? largeBodyMs : bodyMs;
  }

  #msToRead({ writableLength }: Socket): number {
    return (writableLength / this.#limits.bytesPerSecond) * 1000;
  }

  /** Closes the slowest socket, or else the longest idle one. */
  #makeRoom(): boolean {
    const before = this.#now() - DAWDLING_MS;
    const oldest = (isMeant: (doing: Doing, line: Line) => boolean): [Socket, Line] | null => {
      let found: [Socket, Line] | null = null;
      for (const entry of this.#lines)
        if (isMeant(doingOf(entry[1]), entry[1]) && (!found || entry[1].since < found[1].since))
          found = entry;
      return found;
    };
    const dawdler = oldest(
      (doing, { since }) => since < before && doing !== 'resting' && doing !== 'waiting',
    );
    const [socket, line] = dawdler ?? oldest((doing) => doing === 'resting') ?? [];
    if (!socket || !line) return false;
    this.#lines.delete(socket);
    refuseAtSocket(socket, dawdler ? 408 : null, line.response);
    return true;
  }
}

function doingOf({ request, response }: Line): Doing {
  if (!request || !response) return 'asking';
  if (!response.writableEnded) return request.complete ? 'waiting' : 'sending';
  return response.writableFinished ? 'resting' : 'reading';
}
