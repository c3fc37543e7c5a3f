import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export type RawResponse = { status: number; headers: Headers; body: string };

/** Sends a request line unchanged; HTTP clients would normalize the URL first. */
export async function sendRawRequest(origin: string, requestLine: string, extraHeaders = ''): Promise<RawResponse> {
  const { port } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`${requestLine} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n${extraHeaders}\r\n`);
  const response = await text(socket);
  const [head = '', ...rest] = response.split('\r\n\r\n');
  const headers = new Headers(
    head
      .split('\r\n')
      .slice(1)
      .map((row): [string, string] => [row.slice(0, row.indexOf(':')), row.slice(row.indexOf(':') + 1).trim()]),
  );
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    headers,
    // A chunked body ends with an empty chunk.
    body: rest.join('\r\n\r\n').replace(/^0\r\n\r\n$/, ''),
  };
}

/** Headers that every response must have. */
const COMMON_HEADERS: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'cross-origin-resource-policy': /^(same|cross)-origin$/,
  'origin-agent-cluster': /^\?1$/,
  'permissions-policy': /^camera=\(\), microphone=\(\), geolocation=\(\), usb=\(\), payment=\(\)$/,
  'x-request-id': /^[\w-]{8,64}$/,
  'content-security-policy': /default-src 'none';.*frame-ancestors /,
};

/** Names of common headers that are missing or wrong, and of headers that reveal the software. */
export const findHeaderErrors = (headers: Headers): string[] => [
  ...Object.entries(COMMON_HEADERS).flatMap(([name, value]) => (value.test(headers.get(name) ?? '') ? [] : [name])),
  ...['server', 'x-powered-by'].filter((name) => headers.has(name)),
];

/** Content types that the app may send. Text types declare their character encoding. */
export const DECLARED_TYPE =
  /^((text\/[a-z-]+(; version=[\d.]+)?|([a-z]+\/)([a-z]+\+)?xml); charset=utf-8|application\/(manifest\+)?json(; charset=utf-8)?|image\/(png|webp|gif|x-icon)|font\/woff2)$/i;

/** Matches a stack trace, which must never leave the server. */
export const STACK_TRACE = /\bat .+\.(js|ts|tsx):\d+|Error:/;
