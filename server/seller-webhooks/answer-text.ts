import { WEBHOOK_LOGGED_BYTES } from '#domain/webhook-endpoint.ts';
import type { GuardedAnswer } from '#server/outgoing/guarded-request.ts';

const MOST_HEADERS = 40;
const MOST_OF_HEADER = 500;
/** Characters that are neither text nor a line break nor a tab. */
// oxlint-disable-next-line no-control-regex -- control characters are what this finds
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Decodes the beginning of a response body as printable text, whatever its bytes are. */
export function answerText({ body, cut }: Pick<GuardedAnswer, 'body' | 'cut'>): {
  answer: string;
  answerCut: boolean;
} {
  const answerCut = cut || body.length > WEBHOOK_LOGGED_BYTES;
  // Omits a multi-byte character that the limit cuts in two.
  const text = new TextDecoder().decode(body.subarray(0, WEBHOOK_LOGGED_BYTES), { stream: answerCut });
  return { answer: text.replace(UNPRINTABLE, '\ufffd'), answerCut };
}

export const answerHeaders = (headers: GuardedAnswer['headers']): [string, string][] =>
  headers.slice(0, MOST_HEADERS).map(([name, value]) => [name, value.slice(0, MOST_OF_HEADER)]);
