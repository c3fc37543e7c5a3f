import { expect, test } from 'vitest';

import { openLog } from './log.ts';
import { redactPath } from './log.ts';

/** Logs a value; returns the line as text and parsed. */
function logValue(value: unknown): { line: string; parsed: Record<string, unknown> } {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  log.info({ value, err: new Error(String(value)) }, String(value));
  expect(lines).toHaveLength(1);
  const line = lines[0] ?? '';
  return { line, parsed: JSON.parse(line) as Record<string, unknown> };
}

const SECRETS = [
  'sk_live_51CanaryCanary',
  'rk_test_51CanaryCanary',
  'whsec_Canary+Canary/Canary==',
  'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJDYW5hcnkifQ.Canary_Canary-Canary',
  'Bearer Canary.Canary',
  'postgres://canary:Canary%20Canary@db.example:5432/shop',
  'smtps://canary:Canary@mail.example',
  'canary.buyer+shop@mail.example.com',
  '4242424242424242',
  '4000 0027 6000 3184',
  '3782-822463-10005',
  `twk_sandbox_${'Canary'.repeat(8)}`,
];

test.for(SECRETS)('removes %s from log lines', (secret) => {
  const { line } = logValue(`before ${secret} after`);
  const secretParts = secret.replace(/^Bearer |^\w+:\/\/|@(db|mail)\.example.*$/g, '');
  expect(line).not.toContain(secretParts);
  expect(line).toContain('before');
  expect(line).toContain('after');
});

test.for([
  '4242424242424241',
  '12345678901234567890123456789012',
  '2026-11-21T09:12:25.000Z',
  'acct_1QCanary4242424242424242x',
  'https://till.example/c/taller',
  'node_modules/@hono/node-server/dist/index.js:120:7',
])('keeps text that is not secret: %s', (text) => {
  expect(logValue(text).line).toContain(text);
});

test('hides numbers that could be card numbers and keeps the line valid JSON', () => {
  const { parsed } = logValue({ amount: 4242424242424242, list: [4242424242424242, 7] });
  expect(parsed.value).toEqual({ amount: 0, list: [0, 7] });
});

test.for(['a', 'a.', '4', '4 ', 'a@', 'a://', 'a://b', ':', 'a.b@c.', '4242424242424242 '])(
  'processes long words in linear time, made of %s',
  (fragment) => {
    const { line } = logValue(`before ${fragment.repeat(200_000 / fragment.length)} after`);
    expect(line).toContain('before');
    expect(line).toContain('after');
  },
);

test('escapes line breaks, terminal controls and bidirectional characters', () => {
  const hostile = 'a\r\nb\u001b[2Jc\u009b31md\u2028e\u202ef\u0000g\u007fh"}\n{"level":60';
  const { line, parsed } = logValue(hostile);
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
  expect(parsed.value).toBe(hostile);
});

test('removes private tokens from a logged path', () => {
  const token = crypto.randomUUID();
  expect(redactPath(`/c/taller/pay/${token}`)).toBe('/c/taller/pay/:id');
  expect(redactPath(`/g/aB3_${'x'.repeat(39)}/f/${token}`)).toBe('/g/:token/f/:id');
  expect(redactPath('/g/aB3')).toBe('/g/:token');
  expect(redactPath('/g/emails/aB3')).toBe('/g/emails/:token');
  expect(redactPath(`/${'x'.repeat(5000)}`)).toHaveLength(300);
});
