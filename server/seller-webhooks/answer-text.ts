import { MAX_LOGGED_RESPONSE_BYTES } from '#domain/webhook-endpoint.ts';
import type { GuardedResponse } from '#server/outgoing/guarded-request.ts';

const MAX_HEADERS = 40;
const MAX_HEADER_LENGTH = 500;
/** Characters that are neither text nor a line break nor a tab. */
// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Decodes the beginning of a response body as printable text, whatever its bytes are. */
export function toLoggedBody({ body, isTruncated: cut }: Pick<GuardedResponse, 'body' | 'isTruncated'>): {
  responseBody: string;
  isResponseTruncated: boolean;
} {
  const isResponseTruncated = cut || body.length > MAX_LOGGED_RESPONSE_BYTES;
  // Omits a multi-byte character that the limit cuts in two.
  const text = new TextDecoder().decode(body.subarray(0, MAX_LOGGED_RESPONSE_BYTES), {
    stream: isResponseTruncated,
  });
  return { responseBody: text.replace(UNPRINTABLE, '\ufffd'), isResponseTruncated };
}

export const toLoggedHeaders = (headers: GuardedResponse['headers']): [string, string][] =>
  headers.slice(0, MAX_HEADERS).map(([name, value]) => [name, value.slice(0, MAX_HEADER_LENGTH)]);
