import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

const WITHOUT_BODY = [204, 304];

/** Returns a fetch that sends requests for any host to the app's port. `headers` are those that a proxy adds. */
export function createLoopbackFetch(appUrl: string, headers: Record<string, string> = {}): typeof fetch {
  return async (input, init) => {
    const original = new Request(input, init);
    const url = new URL(original.url);
    const body = Buffer.from(await original.arrayBuffer());
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: new URL(appUrl).port,
          path: url.pathname + url.search,
          method: original.method,
          headers: { ...Object.fromEntries(original.headers), ...headers, host: url.host },
        },
        (incoming) => {
          const status = incoming.statusCode ?? 502;
          const pairs = Object.entries(incoming.headersDistinct);
          const received = new Headers(
            pairs.flatMap(([name, values]) => (values ?? []).map((value): [string, string] => [name, value])),
          );
          buffer(incoming).then(
            (bytes) =>
              resolve(
                new Response(WITHOUT_BODY.includes(status) ? null : new Uint8Array(bytes), {
                  status,
                  headers: received,
                }),
              ),
            reject,
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  };
}
