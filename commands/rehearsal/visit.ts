import http from 'node:http';
import https from 'node:https';

/** External addresses of the proxy and of a visitor. */
export const OUTSIDE = { proxy: '198.51.100.10', visitor: '203.0.113.77' };

export type Visited = { status: number; headers: http.IncomingHttpHeaders; body: string };
type Manner = { headers?: Record<string, string>; method?: string; body?: string; ca?: string };

/** Sends a request from the visitor's address to the proxy, for any host name. */
export function visit(
  url: string,
  { headers = {}, method = 'GET', body, ca }: Manner = {},
): Promise<Visited> {
  const { protocol, hostname, pathname, search } = new URL(url);
  const { request } = protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const asked = request({
      host: OUTSIDE.proxy,
      localAddress: OUTSIDE.visitor,
      servername: hostname,
      path: `${pathname}${search}`,
      method,
      headers: { host: hostname, ...headers },
      agent: false,
      timeout: 15_000,
      ...(ca !== undefined && { ca }),
    });
    asked.once('timeout', () => asked.destroy(new Error(`${url}: no answer within 15 s`)));
    asked.once('error', reject);
    asked.once('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      );
      answer.once('error', reject);
    });
    asked.end(body);
  });
}
