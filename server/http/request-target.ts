import type { IncomingMessage } from 'node:http';

const ORIGIN_PATTERN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Path and query of a request, also when its request line contains the whole URL (RFC 9112, absolute form). */
export const requestTarget = ({ url = '' }: Pick<IncomingMessage, 'url'>): string =>
  url.startsWith('/') ? url : url.replace(ORIGIN_PATTERN, '');
