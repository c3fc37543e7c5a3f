import http from 'node:http';
import https from 'node:https';

/** External addresses of the proxy and of a visitor. */
export const OUTSIDE = { proxy: '198.51.100.10', visitor: '203.0.113.77' };

export type VisitResponse = { status: number; headers: http.IncomingHttpHeaders; body: string };
type VisitOptions = { headers?: Record<string, string>; method?: string; body?: string; ca?: string };

/** Sends a request from the visitor's address to the proxy, for any host name. */
export function sendVisit(
  url: string,
  { headers = {}, method = 'GET', body, ca }: VisitOptions = {},
): Promise<VisitResponse> {
  const { protocol, hostname, pathname, search } = new URL(url);
  const { request } = protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const clientRequest = request({
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
    clientRequest.once('timeout', () => clientRequest.destroy(new Error(`${url}: no answer within 15 s`)));
    clientRequest.once('error', reject);
    clientRequest.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      response.once('error', reject);
    });
    clientRequest.end(body);
  });
}
