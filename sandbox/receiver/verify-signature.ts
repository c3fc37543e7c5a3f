import { createHmac, timingSafeEqual } from 'node:crypto';

import type { ReceivedRequest } from './receiver-store.ts';

/** Maximum difference between a message's timestamp and its arrival (Standard Webhooks). */
const TOLERANCE_S = 5 * 60;

type SignatureCheck = { isValid: boolean; message: string };

const invalidSignature = (message: string): SignatureCheck => ({ isValid: false, message });

const decodeSecret = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/** Returns whether a text is a valid signing secret. */
export const isSecret = (text: string): boolean =>
  /^(whsec_)?[A-Za-z0-9+/]{24,128}={0,2}$/.test(text) && decodeSecret(text).length >= 16;

/** Verifies a message as the Standard Webhooks specification prescribes. */
export const checkSignature = (
  { headers, body, isTruncated, receivedAt }: Pick<ReceivedRequest, 'headers' | 'body' | 'isTruncated' | 'receivedAt'>,
  secret: string,
): SignatureCheck => {
  const headerMap = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  const id = headerMap.get('webhook-id');
  const timestamp = headerMap.get('webhook-timestamp');
  const signatures = headerMap.get('webhook-signature');
  if (!id || !timestamp || !signatures) return invalidSignature('Not signed');
  if (isTruncated) return invalidSignature('Too large to verify');
  const expected = createHmac('sha256', decodeSecret(secret)).update(`${id}.${timestamp}.`).update(body).digest();
  const matches = signatures.split(' ').some((entry) => {
    const [version, encoded = ''] = entry.split(',');
    const actual = Buffer.from(encoded, 'base64');
    return version === 'v1' && actual.length === expected.length && timingSafeEqual(actual, expected);
  });
  if (!matches) return invalidSignature('Invalid signature');
  const difference = Math.abs(receivedAt.getTime() / 1000 - Number(timestamp));
  if (!(difference <= TOLERANCE_S))
    return invalidSignature('Valid signature, but its timestamp is more than 5 minutes off');
  return { isValid: true, message: 'Signature verified' };
};
