// A TCP or HTTP proxy that injects network faults.
import { once } from 'node:events';
import { createServer as createHttpServer, request as httpRequest, type Server as HttpServer } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** `up`: from the client to the server; `down`: from the server to the client. */
type Direction = 'up' | 'down';

export type Fault = {
  /** Delay of each chunk in either direction, and the maximum random delay added to it. */
  latencyMs?: number;
  jitterMs?: number;
  bytesPerSecond?: number;
  /** Resets each connection after this many bytes in this direction, counted from now on. */
  cutAfter?: { direction: Direction; bytes: number };
  /**
   * What happens to open and new connections. `refuse`: nothing listens. `reset`: accepted and reset at once.
   * `blackhole`: data is discarded, and a connection that lost data stays dead (half open). `stall`: data is
   * delayed until the fault ends. `half-close`: clients receive the end of the stream.
   */
  connections?: 'refuse' | 'reset' | 'blackhole' | 'stall' | 'half-close';
  /** HTTP proxies only: answers matching requests with this response instead of forwarding them. */
  status?: { code: number; path?: RegExp; headers?: Record<string, string> };
};

export type FaultProxy = {
  port: number;
  /** The same URL with the host and port of this proxy. */
  getProxyUrl: (url: string) => string;
  /** Sets the faults for new and open connections; `{}` removes all faults. */
  set: (fault: Fault) => Promise<void>;
  /** Resets all open connections. */
  resetConnections: () => void;
  /** The number of open connections. */
  countConnections: () => number;
  close: () => Promise<void>;
};

type Options = {
  host: string;
  port: number;
  /** Whether the proxied protocol is HTTP, so that a fault can be a status code. */
  http?: boolean;
  random?: () => number;
};

/** Listens on a free loopback port. */
export async function startFaultProxy({
  host,
  port,
  http = false,
  random = Math.random,
}: Options): Promise<FaultProxy> {
  let fault: Fault = {};
  const links = new Set<Link>();
  const answering = http ? createHttpProxy(host, port, () => fault.status) : null;
  const target = answering ? await listening(answering, 0) : port;
  const accept = (client: Socket) => {
    if (fault.connections === 'reset') return void client.on('error', () => undefined).resetAndDestroy();
    const link = new Link(client, () => connect(target, answering ? '127.0.0.1' : host), {
      fault: () => fault,
      random,
    });
    links.add(link);
    link.ended.then(() => links.delete(link)).catch(() => undefined);
  };
  const listen = () => createServer({ allowHalfOpen: true }, accept);
  let server = listen();
  const ownPort = await listening(server, 0);
  const resetConnections = () => links.forEach((link) => link.reset());
  const stop = async () => {
    const closed = server.listening ? once(server, 'close') : null;
    server.close();
    resetConnections();
    await closed;
  };
  return {
    port: ownPort,
    getProxyUrl: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(ownPort) }).href,
    set: async (next) => {
      fault = next;
      if (next.connections === 'refuse') await stop();
      else if (!server.listening) {
        server = listen();
        await listening(server, ownPort);
      }
      links.forEach((link) => link.applyFault());
      if (next.connections === 'reset') resetConnections();
    },
    resetConnections,
    countConnections: () => links.size,
    close: async () => {
      await stop();
      answering?.close();
      answering?.closeAllConnections();
    },
  };
}

async function listening(server: HttpServer | ReturnType<typeof createServer>, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address !== 'object') throw new Error('No port');
  return address.port;
}

/** Forwards requests one by one, so that the proxy can answer some of them. */
const createHttpProxy = (host: string, port: number, statusNow: () => Fault['status']): HttpServer =>
  createHttpServer((request, response) => {
    const status = statusNow();
    if (status && (status.path?.test(request.url ?? '') ?? true)) {
      request.resume();
      response.writeHead(status.code, { 'Content-Type': 'text/plain', ...status.headers }).end('A deliberate fault');
      return;
    }
    const { method, url, headers } = request;
    const onward = httpRequest({ host, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });

type FaultState = { fault: () => Fault; random: () => number };

/** A client connection and its upstream connection. */
class Link {
  readonly ended: Promise<unknown>;
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #faultState: FaultState;
  readonly #sent = { up: 0, down: 0 };
  #isDead = false;
  #resume = Promise.withResolvers<void>();

  constructor(client: Socket, dial: () => Socket, faultState: FaultState) {
    this.#client = client;
    this.#server = dial();
    this.#faultState = faultState;
    this.ended = Promise.all(
      [client, this.#server].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    );
    this.#server.once('connect', () => this.#server.setNoDelay());
    client.setNoDelay();
    for (const socket of [client, this.#server]) socket.on('error', () => this.reset());
    this.#carry(client, this.#server, 'up');
    this.#carry(this.#server, client, 'down');
    this.applyFault();
  }

  /** Applies the changed faults. */
  applyFault(): void {
    const { connections, cutAfter } = this.#faultState.fault();
    if (cutAfter) Object.assign(this.#sent, { up: 0, down: 0 });
    if (connections === 'half-close') this.#client.end();
    if (connections !== 'stall') {
      this.#resume.resolve();
      this.#resume = Promise.withResolvers<void>();
    }
  }

  reset(): void {
    for (const socket of [this.#client, this.#server]) if (!socket.destroyed) socket.resetAndDestroy();
    this.#resume.resolve();
  }

  /** Chunks arrive in the order in which they were sent, whatever their delay. */
  #carry(from: Socket, to: Socket, direction: Direction): void {
    let last: Promise<void> = Promise.resolve();
    const enqueue = (act: () => void | Promise<void>) => void (last = last.then(act).catch(() => this.reset()));
    from.on('data', (piece: Buffer) => {
      const due = performance.now() + this.#lateness(piece.length);
      from.pause();
      enqueue(async () => {
        await this.#pass(to, piece, direction, due);
        from.resume();
      });
    });
    from.on('end', () => enqueue(() => void (this.#isDead || to.end())));
  }

  #lateness(bytes: number): number {
    const { latencyMs = 0, jitterMs = 0, bytesPerSecond = Infinity } = this.#faultState.fault();
    return latencyMs + jitterMs * this.#faultState.random() + (bytes / bytesPerSecond) * 1000;
  }

  async #pass(to: Socket, piece: Buffer, direction: Direction, due: number): Promise<void> {
    const delayMs = due - performance.now();
    if (delayMs > 0) await wait(delayMs);
    while (this.#faultState.fault().connections === 'stall' && !to.destroyed) await this.#resume.promise;
    const { connections, cutAfter } = this.#faultState.fault();
    if (connections === 'blackhole') this.#isDead = true;
    if (this.#isDead || to.destroyed) return;
    const remainingBytes = cutAfter?.direction === direction ? cutAfter.bytes - this.#sent[direction] : Infinity;
    this.#sent[direction] += piece.length;
    if (piece.length < remainingBytes) {
      if (!to.write(piece)) await Promise.race([once(to, 'drain'), this.ended]);
      return;
    }
    to.write(piece.subarray(0, remainingBytes), () => this.reset());
  }
}
