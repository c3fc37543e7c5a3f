import { createServer } from 'node:net';

import { expect, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';
import { listen } from '#server/testing/listening-server.ts';

import { startTestSmtp, type Fault } from '../testing/smtp-server.ts';
import { createMailTransport, isPermanentRejection, smtpErrorOf } from './mail-transport.ts';

const MAIL = {
  id: '7f0c6f5e-6d2c-4a0e-9a3e-1f1f1f1f1f1f',
  to: 'seller@example.com',
  replyTo: null,
  rendered: { subject: 'A word', html: '<p>A word</p>', text: 'A word' },
};

const configOf = (url: string) => parseConfig({ SMTP_URL: url, MAIL_FROM: 'shop@till.example' });

async function deliverError(url: string, totalMs = 5000) {
  const deliver = createMailTransport(configOf(url), { stepMs: 150, totalMs });
  const error: unknown = await deliver?.(MAIL).then(
    () => null,
    (fault: unknown) => fault,
  );
  return error;
}

test.for<Fault['stage']>(['greeting', 'MAIL', 'RCPT', 'DATA', 'message'])(
  'times out when the server stops responding, with a retryable error: %s',
  async (at) => {
    const smtp = await startTestSmtp();
    void smtp.fail({ stage: at, response: 'hang' });
    const error = await deliverError(smtp.url);
    expect(smtpErrorOf(error).code).toBe('ETIMEDOUT');
    expect(isPermanentRejection(error)).toBe(false);
  },
);

test('aborts when the server never finishes its greeting', async () => {
  const server = createServer((socket) => {
    const timer = setInterval(() => socket.write('220-just a moment\r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const { port } = await listen(server);
  const deliver = createMailTransport(configOf(`smtp://127.0.0.1:${port}`), { stepMs: 60_000, totalMs: 300 });
  await expect(deliver?.(MAIL)).rejects.toMatchObject({ code: 'EABORT' });
});

test('fails with a retryable error when the connection is refused', async () => {
  const error = await deliverError('smtp://127.0.0.1:1');
  expect(smtpErrorOf(error).code).toBeDefined();
  expect(isPermanentRejection(error)).toBe(false);
});

test('sends by SMTP, counts mail as sent without it, and is missing in live mode without it', () => {
  expect(createMailTransport(configOf('smtp://127.0.0.1:1'))).toBeTypeOf('function');
  expect(createMailTransport(parseConfig({}))).toBeTypeOf('function');
  expect(createMailTransport({ ...parseConfig({}), mode: 'test' })).toBeTypeOf('function');
  expect(createMailTransport({ ...parseConfig({}), mode: 'live' })).toBeNull();
});
