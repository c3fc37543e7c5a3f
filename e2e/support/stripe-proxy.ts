import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';

/** Proxy between the app and the sandbox that injects faults. Patterns match 'GET /v1/accounts': method and path. */
export type StripeProxy = {
  /** Answers matching requests with 429 until the returned function is called. */
  rejectRequests: (pattern: RegExp) => () => void;
  /** Delays matching requests until the returned function is called. */
  holdRequests: (pattern: RegExp) => () => void;
};

type Fault = { pattern: RegExp; kind: 'refused' | 'delayed'; released: Promise<void> };

/** Starts the proxy to the sandbox. */
export function startStripeProxy(port: number, sandboxPort: number): Promise<StripeProxy & { server: Server }> {
  const faults = new Set<Fault>();
  const addFault = (kind: Fault['kind']) => (pattern: RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const fault = { pattern, kind, released: promise };
    faults.add(fault);
    return () => {
      faults.delete(fault);
      resolve();
    };
  };
  const server = createServer((request, response) => {
    const name = `${request.method} ${request.url}`;
    const matchingFault = [...faults].find(({ pattern }) => pattern.test(name));
    if (matchingFault?.kind === 'refused') sendRateLimitError(response);
    else if (matchingFault) void matchingFault.released.then(() => forwardRequest(request, response, sandboxPort));
    else forwardRequest(request, response, sandboxPort);
  });
  const proxy = { rejectRequests: addFault('refused'), holdRequests: addFault('delayed'), server };
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(proxy)));
}

function sendRateLimitError(response: ServerResponse): void {
  response.writeHead(429, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { type: 'api_error', code: 'rate_limit', message: 'Too many' } }));
}

function forwardRequest(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { url = '/', method = 'GET', headers } = request;
  const upstreamRequest = httpRequest({ host: '127.0.0.1', port, path: url, method, headers }, (upstreamResponse) => {
    response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
    upstreamResponse.pipe(response);
  });
  upstreamRequest.on('error', () => response.destroy());
  request.pipe(upstreamRequest);
}
