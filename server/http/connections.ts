import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { refuseAtSocket, type RefusedStatus } from './socket-refusal.ts';

/** How many sockets one process has open, and how long each may take over what it has to do. */
export type ConnectionLimits = {
  sockets: number;
  /** How many requests a client may send on one line before the first is answered; browsers send one. */
  atOnce: number;
  /** From the first byte of a body to its last; `largeBodyMs` for whoever announces more than `largeBody` bytes. */
  bodyMs: number;
  largeBodyMs: number;
  largeBody: number;
  /** How long a finished answer may lie unread, and how many of its bytes each further second must take along. */
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

/** One client's line. `since`: when what it does now began, on a clock that only goes forwards. */
type Line = {
  since: number;
  request: IncomingMessage | null;
  response: ServerResponse | null;
  /** When it must have read what lies ready for it; null: nothing does. */
  readBy: number | null;
  /** Requests that are not answered, as what is to be done for each: the first of them is being answered. */
  queue: (() => void)[];
};

/** What a line is about: its client asks, sends or reads, it waits for us, or it rests between two requests. */
type Doing = 'asking' | 'sending' | 'reading' | 'waiting' | 'resting';

/** Before this nobody takes long over anything. */
const DAWDLING_MS = 500;

/**
 * All sockets of this process. When there are as many as there may be, a newcomer takes the place of whoever has taken
 * longest to ask, to read or to send; where everybody waits for us, the newcomer is told to come back.
 */
export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #now: () => number;
  readonly #lines = new Map<Socket, Line>();
  readonly #timer: NodeJS.Timeout;
  /** What waits for a turn of its own. */
  readonly #ahead: (() => void)[] = [];

  constructor(limits = CONNECTION_LIMITS, now = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#timer = setInterval(() => this.sweep(), limits.sweepMs).unref();
  }

  get count(): number {
    return this.#lines.size;
  }

  /** A socket that was just opened. */
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
   * A request whose headers are there. `answer` is done when those before it on its line are answered: what a client does
   * not read is not made ready for it. One too many closes the line.
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
   * What was sent ahead waits for a turn of the event loop of its own, one of all lines in each: every turn lets one newcomer
   * in, who would else wait for everything that others have asked for ahead.
   */
  #goOnLater(next: () => void): void {
    if (this.#ahead.push(next) === 1) setImmediate(this.#goOn);
  }

  readonly #goOn = (): void => {
    const next = this.#ahead.shift();
    if (this.#ahead.length > 0) setImmediate(this.#goOn);
    next?.();
  };

  /** Of something on a line that nobody can read. It ends the line; what was asked on it before is not answered by it. */
  refuse(socket: Socket, status: RefusedStatus): void {
    const { request, response } = this.#lines.get(socket) ?? {};
    const isOfAnother = request?.complete && response && !response.writableFinished;
    refuseAtSocket(socket, isOfAnother ? null : status, request?.complete ? null : (response ?? null));
  }

  /** Gives up whoever takes too long. */
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

  /** Whoever has dawdled longest goes; where nobody does, whoever has rested longest. */
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
