import { WEBHOOK_LOGGED_BYTES } from '#domain/webhook-endpoint.ts';
import type { GuardedAnswer } from '#server/outgoing/guarded-request.ts';

const MOST_HEADERS = 40;
const MOST_OF_HEADER = 500;
/** What is no letter, no line and no tab. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** The beginning of an answer as harmless text, whatever its bytes are. */
export function answerText({ body, cut }: Pick<GuardedAnswer, 'body' | 'cut'>): {
  answer: string;
  answerCut: boolean;
} {
  const answerCut = cut || body.length > WEBHOOK_LOGGED_BYTES;
  // A letter that is cut in two is left out.
  const text = new TextDecoder().decode(body.subarray(0, WEBHOOK_LOGGED_BYTES), { stream: answerCut });
  return { answer: text.replace(UNPRINTABLE, '\ufffd'), answerCut };
}

export const answerHeaders = (headers: GuardedAnswer['headers']): [string, string][] =>
  headers.slice(0, MOST_HEADERS).map(([name, value]) => [name, value.slice(0, MOST_OF_HEADER)]);
