/** Faulty responses of remote servers. Used by tests only. */
import type { Socket } from 'node:net';

const CHUNK_BYTES = 64 * 1024;

/** Writes the text repeatedly, as fast as it is read, until the socket closes. */
export function flood(socket: Socket, text: string): void {
  const chunk = Buffer.from(text.repeat(Math.ceil(CHUNK_BYTES / text.length)));
  const writeMore = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', writeMore);
  writeMore();
}

/** Writes the text repeatedly, one character at a time. */
function writeSlowly(socket: Socket, text: string): void {
  let index = 0;
  const timer = setInterval(() => void socket.write(text[index++ % text.length] ?? ''), 5);
  socket.on('close', () => clearInterval(timer));
}

export const STATUS_LINE = 'HTTP/1.1 200 OK\r\n';

/** Faulty responses with the expected error message when they are aborted after 0.4 seconds. */
export const FAULTY_RESPONSES: [what: string, words: RegExp, speak: (socket: Socket) => void][] = [
  ['says nothing', /^We didn’t get a complete response within 0\.4 seconds\.$/, () => undefined],
  ['goes away', /^The connection was closed before/, (socket) => socket.end()],
  ['hangs up', /^The connection was closed before/, (socket) => socket.resetAndDestroy()],
  ['stops in its head', /^The connection was closed before/, (socket) => socket.end(`${STATUS_LINE}X-One: `)],
  [
    'hangs up in its answer',
    /^The connection was closed before the response was complete/,
    (socket) => {
      socket.write(`${STATUS_LINE}Content-Length: 50\r\n\r\nhello`, () => socket.resetAndDestroy());
    },
  ],
  [
    'promises more than it says',
    /^The connection was closed before the response was complete/,
    (socket) => {
      socket.end(`${STATUS_LINE}Content-Length: 10737418240\r\n\r\nhello`);
    },
  ],
  [
    'promises more than it says and waits',
    /^We didn’t get a complete response/,
    (socket) => {
      socket.write(`${STATUS_LINE}Content-Length: 50\r\n\r\nhello`);
    },
  ],
  [
    'drips its head',
    /^We didn’t get a complete response/,
    (socket) => writeSlowly(socket, `${STATUS_LINE}X-Long: ${'a'.repeat(9999)}`),
  ],
  [
    'drips its answer',
    /^We didn’t get a complete response/,
    (socket) => {
      socket.write(`${STATUS_LINE}Content-Length: 100000\r\n\r\n`);
      writeSlowly(socket, 'a');
    },
  ],
  [
    'never ends its pieces',
    /^We didn’t get a complete response/,
    (socket) => {
      socket.write(`${STATUS_LINE}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`);
    },
  ],
  [
    'has an endless head',
    /^The response headers are too long\.$/,
    (socket) => {
      socket.write(STATUS_LINE);
      flood(socket, 'X-More: of the same\r\n');
    },
  ],
  [
    'has a header without end',
    /^The response headers are too long\.$/,
    (socket) => {
      socket.write(`${STATUS_LINE}X-Long: `);
      flood(socket, 'a');
    },
  ],
  [
    'has an endless tail',
    /^The response headers are too long\.$|a complete response/,
    (socket) => {
      socket.write(`${STATUS_LINE}Transfer-Encoding: chunked\r\n\r\n0\r\n`);
      flood(socket, 'X-More: of the same\r\n');
    },
  ],
  ['always goes on', /^We didn’t get a complete response/, (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n')],
  [
    'wants to speak otherwise',
    /^The connection was closed before the response was complete/,
    (socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    },
  ],
  ['speaks garbage', /^The response isn’t valid HTTP\.$/, (socket) => socket.end('\0\u0001\u0002 hello\r\n\r\n')],
  ['floods with garbage', /^The response isn’t valid HTTP\.$/, (socket) => flood(socket, 'garbage ')],
  ['speaks mail', /^The response isn’t valid HTTP\.$/, (socket) => socket.write('220 mail.example ESMTP\r\n')],
  [
    'says more than it promises',
    /^The response isn’t valid HTTP\.$/,
    (socket) => {
      socket.end(`${STATUS_LINE}Content-Length: 2\r\n\r\nhello`);
    },
  ],
  [
    'says two lengths',
    /^The response isn’t valid HTTP\.$/,
    (socket) => {
      socket.end(`${STATUS_LINE}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello`);
    },
  ],
  [
    'says a length that is none',
    /^The response isn’t valid HTTP\.$/,
    (socket) => {
      socket.end(`${STATUS_LINE}Content-Length: -5\r\n\r\nhello`);
    },
  ],
  [
    'says a piece that is none',
    /^The response isn’t valid HTTP\.$/,
    (socket) => {
      socket.end(`${STATUS_LINE}Transfer-Encoding: chunked\r\n\r\nzzz\r\nhello`);
    },
  ],
];
