import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { NO_SITE, shortResponseHeaders } from './site-headers.ts';

/** Responses on sockets without a readable request. */
const RESPONSES = {
  400: ['Bad Request', 'This could not be read as a request.'],
  405: ['Method Not Allowed', 'This address does not take that method.'],
  408: ['Request Timeout', 'This took too long.'],
  413: ['Content Too Large', 'This is more than we take.'],
  431: ['Request Header Fields Too Large', 'The headers of this request are too long.'],
  503: ['Service Unavailable', 'Very many are here right now. Please try again in a moment.'],
} as const;

export type RejectionStatus = keyof typeof RESPONSES;

/** Time for the client to read the response. */
const CLOSE_DELAY_MS = 1000;

/** The complete response as sent on the socket. */
export function rejectionText(status: RejectionStatus): string {
  const [name, text] = RESPONSES[status];
  const lines = [
    `HTTP/1.1 ${status} ${name}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(shortResponseHeaders(NO_SITE)).map((header) => header.join(': ')),
    ...(status === 503 ? ['Retry-After: 1'] : []),
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}

/** Sends the response, unless another one has started or the status is null, and closes the socket. */
export function rejectSocket(
  socket: Socket,
  status: RejectionStatus | null,
  response: ServerResponse | null = null,
): void {
  const canRespond = status !== null && socket.writable && !response?.headersSent;
  socket.on('error', () => undefined);
  if (!canRespond) {
    socket.destroy();
    return;
  }
  socket.end(rejectionText(status));
  // Reads and discards further input: closing a socket with unread bytes would discard the response.
  socket.resume();
  setTimeout(() => socket.destroy(), CLOSE_DELAY_MS).unref();
}
