import { createServer } from 'node:net';

import { expect, test } from 'vitest';

import { configFrom } from '#server/config.ts';
import { listening } from '#server/testing-listening.ts';

import { mailTransport } from './mail-transport.ts';
import { isRefusedForGood, smtpFaultOf } from './smtp-fault.ts';
import { openSmtp, type Fault } from './testing-smtp.ts';

const MAIL = {
  id: '7f0c6f5e-6d2c-4a0e-9a3e-1f1f1f1f1f1f',
  to: 'seller@example.com',
  replyTo: null,
  drawn: { subject: 'A word', html: '<p>A word</p>', text: 'A word' },
};

const configWith = (url: string) => configFrom({ SMTP_URL: url, MAIL_FROM: 'shop@till.example' });

async function faultOf(url: string, wholeMs = 5000) {
  const deliver = mailTransport(configWith(url), { stepMs: 150, wholeMs });
  const error: unknown = await deliver?.(MAIL).then(
    () => null,
    (fault: unknown) => fault,
  );
  return error;
}

test.for<Fault['at']>(['greeting', 'MAIL', 'RCPT', 'DATA', 'message'])(
  'times out when the server stops responding, with a retryable error: %s',
  async (at) => {
    const smtp = await openSmtp();
    void smtp.fail({ at, answer: 'hang' });
    const error = await faultOf(smtp.url);
    expect(smtpFaultOf(error).code).toBe('ETIMEDOUT');
    expect(isRefusedForGood(error)).toBe(false);
  },
);

test('aborts when the server never finishes its greeting', async () => {
  const server = createServer((socket) => {
    const words = setInterval(() => socket.write('220-just a moment\r\n'), 20);
    socket.on('close', () => clearInterval(words));
  });
  const { port } = await listening(server);
  const deliver = mailTransport(configWith(`smtp://127.0.0.1:${port}`), { stepMs: 60_000, wholeMs: 300 });
  await expect(deliver?.(MAIL)).rejects.toMatchObject({ code: 'EABORT' });
});

test('fails with a retryable error when the connection is refused', async () => {
  const error = await faultOf('smtp://127.0.0.1:1');
  expect(smtpFaultOf(error).code).toBeDefined();
  expect(isRefusedForGood(error)).toBe(false);
});

test('sends by SMTP, counts mail as sent without it, and is missing in live mode without it', () => {
  expect(mailTransport(configWith('smtp://127.0.0.1:1'))).toBeTypeOf('function');
  expect(mailTransport(configFrom({}))).toBeTypeOf('function');
  expect(mailTransport({ ...configFrom({}), mode: 'test' })).toBeTypeOf('function');
  expect(mailTransport({ ...configFrom({}), mode: 'live' })).toBeNull();
});
