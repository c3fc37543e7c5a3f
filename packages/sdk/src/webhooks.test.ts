import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';

import { verifyWebhook, WebhookVerificationError } from './webhooks.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;
const BODY = JSON.stringify({ id: 'e1', type: 'order.paid', data: { order: { number: 7 } } });

function signedHeaders(sentAt = new Date()): Record<string, string> {
  return {
    'webhook-id': 'e1',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('e1', sentAt, BODY),
  };
}

test('returns the event of a signed request, from text or bytes', () => {
  expect(verifyWebhook(BODY, signedHeaders(), SECRET)).toEqual(JSON.parse(BODY));
  const bytes = new TextEncoder().encode(BODY);
  expect(verifyWebhook(bytes, new Headers(signedHeaders()), SECRET).type).toBe('order.paid');
});

test('refuses changed, old and unsigned requests', () => {
  const old = signedHeaders(new Date(Date.now() - 600_000));
  for (const [body, headers] of [
    [`${BODY} `, signedHeaders()],
    [BODY, old],
    [BODY, {}],
  ] as const)
    expect(() => verifyWebhook(body, headers, SECRET)).toThrow(WebhookVerificationError);
});
