import {
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';

/** Proxy between the app and the sandbox that injects faults. Patterns match 'GET /v1/accounts': method and path. */
export type ProviderRoad = {
  /** Answers matching requests with 429 until the returned function is called. */
  refuse: (call: RegExp) => () => void;
  /** Delays matching requests until the returned function is called. */
  hold: (call: RegExp) => () => void;
};

type Trouble = { call: RegExp; kind: 'refused' | 'held'; over: Promise<void> };

/** Starts the proxy to the sandbox. */
export function startProviderRoad(
  port: number,
  sandboxPort: number,
): Promise<ProviderRoad & { server: Server }> {
  const troubles = new Set<Trouble>();
  const make = (kind: Trouble['kind']) => (call: RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const trouble = { call, kind, over: promise };
    troubles.add(trouble);
    return () => {
      troubles.delete(trouble);
      resolve();
    };
  };
  const server = createServer((request, response) => {
    const name = `${request.method} ${request.url}`;
    const met = [...troubles].find(({ call }) => call.test(name));
    if (met?.kind === 'refused') refuse(response);
    else if (met) void met.over.then(() => pass(request, response, sandboxPort));
    else pass(request, response, sandboxPort);
  });
  const road = { refuse: make('refused'), hold: make('held'), server };
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(road)));
}

function refuse(response: ServerResponse): void {
  response.writeHead(429, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { type: 'api_error', code: 'rate_limit', message: 'Too many' } }));
}

function pass(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { url = '/', method = 'GET', headers } = request;
  const behind = ask({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  behind.on('error', () => response.destroy());
  request.pipe(behind);
}
