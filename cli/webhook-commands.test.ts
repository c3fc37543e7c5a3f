import { expect, onTestFinished, test } from 'vitest';

import { verifyWebhook } from '../packages/sdk/src/webhooks.ts';
import { createFolder, KEY, runCli, serveResponses, startCli } from './testing/run-cli.ts';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes....').toString('base64')}`;

/** A program that receives webhooks, and the events that it has verified. */
async function openReceiver() {
  const events: { type: string; test?: boolean }[] = [];
  const url = await serveResponses(async (request) => {
    events.push(verifyWebhook(await request.text(), request.headers, SECRET));
    return new Response();
  });
  return { url, events };
}

test('sends the example of an event to a local program, signed and marked as a test', async () => {
  const { url, events } = await openReceiver();
  const sent = await runCli(['trigger', 'order.paid', '--forward-to', url], { TILLWRIGHT_WEBHOOK_SECRET: SECRET });
  expect(sent).toMatchObject({ code: 0, out: expect.stringContaining('200') });
  expect(events).toMatchObject([{ type: 'order.paid', test: true }]);
  expect((await runCli(['trigger', 'order.gone', '--forward-to', url], {})).code).toBe(2);
  expect((await runCli(['trigger', 'order.paid', '--forward-to', 'http://shop.example.com'], {})).code).toBe(2);
});

test('forwards new events to a local program, each once', async () => {
  const { url, events } = await openReceiver();
  const log = [{ id: crypto.randomUUID(), type: 'page.published' }];
  const added = ['order.paid', 'refund.completed'].map((type) => ({ id: crypto.randomUUID(), type }));
  const api = await serveResponses((request) => {
    const after = new URL(request.url).searchParams.get('after');
    if (after === log[0]?.id) log.push(...added.splice(0));
    const data = after === null ? log.slice(-1) : log.slice(log.findIndex(({ id }) => id === after) + 1);
    return Response.json({ data, next: null });
  });
  const env = {
    HOME: await createFolder(),
    TILLWRIGHT_URL: api,
    TILLWRIGHT_KEY: KEY,
    TILLWRIGHT_WEBHOOK_SECRET: SECRET,
  };
  const child = startCli(['listen', '--forward-to', url, '--events', 'order.paid'], env);
  onTestFinished(() => void child.kill());
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  await expect.poll(() => output).toMatch(/order\.paid {2}\S+ {2}200\n/);
  expect(events.map(({ type }) => type)).toEqual(['order.paid']);
});
