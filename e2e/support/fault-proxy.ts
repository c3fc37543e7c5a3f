import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type Fault = {
  /** Delay of each chunk in either direction. */
  latencyMs?: number;
  /**
   * What happens to open and new connections. `refuse`: nothing listens. `reset`: accepted and reset at once.
   * `blackhole`: data is discarded, and a connection that lost data stays dead (half open).
   */
  connections?: 'refuse' | 'reset' | 'blackhole';
};

/** A TCP proxy that injects network faults. */
export type FaultProxy = {
  port: number;
  /** The same URL with the host and port of this proxy. */
  getProxyUrl: (url: string) => string;
  /** Sets the faults for new and open connections; `{}` removes all faults. */
  set: (fault: Fault) => Promise<void>;
  /** Resets all open connections. */
  resetConnections: () => void;
  close: () => Promise<void>;
};

/** Listens on a free loopback port and forwards to the target. */
export async function startFaultProxy(target: { host: string; port: number }): Promise<FaultProxy> {
  let fault: Fault = {};
  const sockets = new Set<Socket>();
  const resetConnections = () => sockets.forEach((socket) => socket.resetAndDestroy());

  function accept(client: Socket): void {
    if (fault.connections === 'reset') return void client.on('error', () => undefined).resetAndDestroy();
    const upstream = connect({ ...target, allowHalfOpen: true });
    let isDead = false;
    const forward = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.setNoDelay();
      from.on('error', () => to.resetAndDestroy()).on('close', () => sockets.delete(from));
      // Chunks arrive in the order in which they were sent, whatever their delay.
      let last = Promise.resolve();
      from.on('data', (chunk: Buffer) => {
        const due = performance.now() + (fault.latencyMs ?? 0);
        from.pause();
        last = last.then(async () => {
          if (due > performance.now()) await wait(due - performance.now());
          if (fault.connections === 'blackhole') isDead = true;
          if (!isDead && to.writable) to.write(chunk);
          from.resume();
        });
      });
      from.on('end', () => void last.then(() => void (isDead || to.end())));
    };
    forward(client, upstream);
    forward(upstream, client);
  }

  const listen = async (port: number) => {
    const server = createServer({ allowHalfOpen: true }, accept).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  let server = await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const stop = async () => {
    const closed = server.listening ? once(server, 'close') : null;
    server.close();
    resetConnections();
    await closed;
  };
  return {
    port,
    getProxyUrl: (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    set: async (next) => {
      fault = next;
      if (next.connections === 'refuse') await stop();
      else if (!server.listening) server = await listen(port);
      if (next.connections === 'reset') resetConnections();
    },
    resetConnections,
    close: stop,
  };
}
