import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';

import { formatRequest, formatDuration, createWebhookDocs, WEBHOOK_SAMPLES } from '#content/webhook-docs.ts';
import { RETRY_DELAYS_MS } from '#domain/webhook-endpoint.ts';
import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { buildWebhookReference } from '../api/webhook-example.ts';
import { parseEvent, createEventValidator } from '../testing/webhook-event-validator.ts';

const run = promisify(execFile);

const loadReference = async () => buildWebhookReference((await createTestApp()).context);
const toText = (sections: ReturnType<typeof createWebhookDocs>): string => JSON.stringify(sections);

test('shows an example request in the documentation with a valid signature and body', async () => {
  const { example } = await loadReference();
  const headers = Object.fromEntries(example.headers);
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(example.secret).sign(headers['webhook-id'] ?? '', at, example.body);
  expect(headers['webhook-signature']).toBe(signature);
  expect(createEventValidator()(parseEvent(example.body))).toEqual([]);
  const [, shownBody = ''] = formatRequest(example).split('\n\n');
  expect(JSON.stringify(JSON.parse(shownBody))).toBe(example.body);
});

test('documents every event type and every retry delay as they are in force', async () => {
  const sections = createWebhookDocs(await loadReference());
  for (const type of WEBHOOK_EVENT_TYPES) expect(toText(sections)).toContain(`\`${type}\``);
  const tries = sections.find(({ id }) => id === 'retries')?.blocks.find(({ kind }) => kind === 'table');
  expect(tries).toMatchObject({
    rows: [
      ['1', 'Immediately'],
      ['2', '5 seconds'],
      ['3', '1 minute'],
      ['4', '5 minutes'],
      ['5', '30 minutes'],
      ['6', '2 hours'],
      ['7', '5 hours'],
      ['8', '10 hours'],
      ['9', '14 hours'],
      ['10', '20 hours'],
      ['11', '24 hours'],
    ],
  });
  expect(RETRY_DELAYS_MS).toHaveLength(10);
  expect(toText(sections)).toContain('over about 3 days');
  expect([72 * 3_600_000, 24 * 3_600_000, 90_000].map(formatDuration)).toEqual(['3 days', '24 hours', '90 seconds']);
});

type SignedRequest = { body: string; headers: Record<string, string> };

/** Builds a program from the documentation's code that reads one request and prints the event type. */
function buildProgram(name: 'node' | 'python'): [string, string[]] {
  const { code } = WEBHOOK_SAMPLES[name];
  if (name === 'python') {
    const script =
      'sent = json.loads(os.environ["SENT"])\nprint(event_from(sent["body"].encode(), sent["headers"])["type"])';
    return ['python3', ['-c', `${code}\n\n${script}\n`]];
  }
  const library = JSON.stringify(import.meta.resolve('standardwebhooks'));
  const script = 'const { body, headers } = JSON.parse(process.env.SENT);\nconsole.log(eventFrom(body, headers).type);';
  const source = `${code.replace("'standardwebhooks'", library)}\n${script}`;
  return [process.execPath, ['--input-type=module', '-e', source]];
}

const isInstalled = (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );

test.for(['node', 'python'] as const)(
  'accepts our events and refuses all others in the %s sample code',
  async (name, { skip }) => {
    const [program, args] = buildProgram(name);
    if (!(await isInstalled(program))) skip();
    const { example } = await loadReference();
    const signRequest = (at: Date, secret = example.secret): SignedRequest => ({
      body: example.body,
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_1', at, example.body),
      },
    });
    const runProgram = async (request: SignedRequest): Promise<string> => {
      const env = { ...process.env, WEBHOOK_SECRET: example.secret, SENT: JSON.stringify(request) };
      return run(program, args, { env }).then(
        ({ stdout }) => stdout.trim(),
        () => 'refused',
      );
    };
    const now = new Date();
    const validRequest = signRequest(now);
    const otherSecret = `whsec_${Buffer.from('another secret, of thirty-two by').toString('base64')}`;
    const bothSignatures = `${signRequest(now, otherSecret).headers['webhook-signature']} ${validRequest.headers['webhook-signature']}`;
    expect(await runProgram(validRequest)).toBe('order.paid');
    expect(
      await runProgram({
        ...validRequest,
        headers: { ...validRequest.headers, 'webhook-signature': bothSignatures },
      }),
    ).toBe('order.paid');
    expect(await runProgram(signRequest(now, otherSecret))).toBe('refused');
    expect(await runProgram({ ...validRequest, body: validRequest.body.replace('2610', '9610') })).toBe('refused');
    expect(await runProgram({ ...validRequest, headers: { ...validRequest.headers, 'webhook-id': 'msg_2' } })).toBe(
      'refused',
    );
    expect(await runProgram(signRequest(new Date(now.getTime() - 3_600_000)))).toBe('refused');
  },
);
