// A road between two programs on which things can go wrong, as they do in networks.
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  request as askOverHttp,
  type Server as HttpServer,
} from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** `up`: from whoever connects; `down`: back to them. */
type Way = 'up' | 'down';

export type Fault = {
  /** Each piece is late by so much, either way; and by up to so much more. */
  latencyMs?: number;
  jitterMs?: number;
  bytesPerSecond?: number;
  /** Each connection is reset when so many bytes have gone this way on it, counted from now on. */
  cutAfter?: { way: Way; bytes: number };
  /**
   * What becomes of everybody who is connected or connects now. `refuse`: nobody listens. `reset`: connected, and cut at
   * once. `blackhole`: what is sent is swallowed, and a connection that lost something stays dead for ever (half open).
   * `stall`: nothing gets through until the fault is over, then everything does. `half-close`: whoever is connected is
   * told that nothing more comes.
   */
  connections?: 'refuse' | 'reset' | 'blackhole' | 'stall' | 'half-close';
  /** On a road of HTTP: answers this instead of asking, to whatever fits. */
  status?: { code: number; path?: RegExp; headers?: Record<string, string> };
};

export type FaultProxy = {
  port: number;
  /** The same address, over this road. */
  through: (url: string) => string;
  /** What is wrong from now on, on connections that are open too; `{}`: nothing. */
  set: (fault: Fault) => Promise<void>;
  /** Resets every connection that is open now. */
  cut: () => void;
  /** How many connections are open. */
  open: () => number;
  close: () => Promise<void>;
};

type Options = {
  host: string;
  port: number;
  /** Whether HTTP is spoken, so that a fault may be a status. */
  http?: boolean;
  random?: () => number;
};

/** Listens on a free loopback port. */
export async function openFaultProxy({
  host,
  port,
  http = false,
  random = Math.random,
}: Options): Promise<FaultProxy> {
  let fault: Fault = {};
  const links = new Set<Link>();
  const answering = http ? httpRoad(host, port, () => fault.status) : null;
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
  const cut = () => links.forEach((link) => link.reset());
  const stop = async () => {
    const closed = server.listening ? once(server, 'close') : null;
    server.close();
    cut();
    await closed;
  };
  return {
    port: ownPort,
    through: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(ownPort) }).href,
    set: async (next) => {
      fault = next;
      if (next.connections === 'refuse') await stop();
      else if (!server.listening) {
        server = listen();
        await listening(server, ownPort);
      }
      links.forEach((link) => link.turn());
      if (next.connections === 'reset') cut();
    },
    cut,
    open: () => links.size,
    close: async () => {
      await stop();
      answering?.close();
      answering?.closeAllConnections();
    },
  };
}

async function listening(
  server: HttpServer | ReturnType<typeof createServer>,
  port: number,
): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address !== 'object') throw new Error('No port');
  return address.port;
}

/** Passes requests on, one by one, so that some can be answered here. */
const httpRoad = (host: string, port: number, statusNow: () => Fault['status']): HttpServer =>
  createHttpServer((request, response) => {
    const status = statusNow();
    if (status && (status.path?.test(request.url ?? '') ?? true)) {
      request.resume();
      response
        .writeHead(status.code, { 'Content-Type': 'text/plain', ...status.headers })
        .end('A fault on purpose');
      return;
    }
    const { method, url, headers } = request;
    const onward = askOverHttp({ host, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });

type Weather = { fault: () => Fault; random: () => number };

/** One connection of somebody, and the one that stands for it on the other side. */
class Link {
  readonly ended: Promise<unknown>;
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #weather: Weather;
  readonly #sent = { up: 0, down: 0 };
  #isDead = false;
  #resume = Promise.withResolvers<void>();

  constructor(client: Socket, dial: () => Socket, weather: Weather) {
    this.#client = client;
    this.#server = dial();
    this.#weather = weather;
    this.ended = Promise.all(
      [client, this.#server].map((socket) => new Promise((gone) => socket.once('close', gone))),
    );
    this.#server.once('connect', () => this.#server.setNoDelay());
    client.setNoDelay();
    for (const socket of [client, this.#server]) socket.on('error', () => this.reset());
    this.#carry(client, this.#server, 'up');
    this.#carry(this.#server, client, 'down');
    this.turn();
  }

  /** The weather has changed. */
  turn(): void {
    const { connections, cutAfter } = this.#weather.fault();
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

  /** Pieces arrive in the order in which they were sent, however late. */
  #carry(from: Socket, to: Socket, way: Way): void {
    let last: Promise<void> = Promise.resolve();
    const inTurn = (act: () => void | Promise<void>) =>
      void (last = last.then(act).catch(() => this.reset()));
    from.on('data', (piece: Buffer) => {
      const due = performance.now() + this.#lateness(piece.length);
      from.pause();
      inTurn(async () => {
        await this.#pass(to, piece, way, due);
        from.resume();
      });
    });
    from.on('end', () => inTurn(() => void (this.#isDead || to.end())));
  }

  #lateness(bytes: number): number {
    const { latencyMs = 0, jitterMs = 0, bytesPerSecond = Infinity } = this.#weather.fault();
    return latencyMs + jitterMs * this.#weather.random() + (bytes / bytesPerSecond) * 1000;
  }

  async #pass(to: Socket, piece: Buffer, way: Way, due: number): Promise<void> {
    const late = due - performance.now();
    if (late > 0) await wait(late);
    while (this.#weather.fault().connections === 'stall' && !to.destroyed) await this.#resume.promise;
    const { connections, cutAfter } = this.#weather.fault();
    if (connections === 'blackhole') this.#isDead = true;
    if (this.#isDead || to.destroyed) return;
    const room = cutAfter?.way === way ? cutAfter.bytes - this.#sent[way] : Infinity;
    this.#sent[way] += piece.length;
    if (piece.length < room) {
      if (!to.write(piece)) await Promise.race([once(to, 'drain'), this.ended]);
      return;
    }
    to.write(piece.subarray(0, room), () => this.reset());
  }
}
