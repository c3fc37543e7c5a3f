import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Arrival } from './boxes.ts';

/** Maximum difference between a message's timestamp and its arrival (Standard Webhooks). */
const toleranceSeconds = 5 * 60;

export type Verdict = { good: boolean; words: string };

const bad = (words: string): Verdict => ({ good: false, words });

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/** Returns whether a text is a valid signing secret. */
export const isSecret = (text: string): boolean =>
  /^(whsec_)?[A-Za-z0-9+/]{24,128}={0,2}$/.test(text) && keyOf(text).length >= 16;

/** Verifies a message as the Standard Webhooks specification prescribes. */
export const checkSignature = (
  { headers, body, cut, at }: Pick<Arrival, 'headers' | 'body' | 'cut' | 'at'>,
  secret: string,
): Verdict => {
  const given = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const id = given.get('webhook-id');
  const timestamp = given.get('webhook-timestamp');
  const signatures = given.get('webhook-signature');
  if (!id || !timestamp || !signatures) return bad('Not signed');
  if (cut) return bad('Too large to be checked');
  const signed = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest();
  const matches = signatures.split(' ').some((one) => {
    const [version, text = ''] = one.split(',');
    const offered = Buffer.from(text, 'base64');
    return version === 'v1' && offered.length === signed.length && timingSafeEqual(offered, signed);
  });
  if (!matches) return bad('Signature wrong');
  const away = Math.abs(at.getTime() / 1000 - Number(timestamp));
  if (!(away <= toleranceSeconds)) return bad('Signature right, but its time is minutes away');
  return { good: true, words: 'Signature verified' };
};
