import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';

import { requestText, spanText, webhookDocs } from '#content/webhook-docs.ts';
import { WEBHOOK_SAMPLES } from '#content/webhook-samples.ts';
import { RETRY_GAPS_MS } from '#domain/webhook-endpoint.ts';
import { WEBHOOK_EVENT_TYPES } from '#domain/webhook-event.ts';
import { openShop } from '#server/testing.ts';

import { eventOf, openEventSchemas } from './testing-events.ts';
import { webhookReference } from './webhook-example.ts';

const run = promisify(execFile);

const reference = async () => webhookReference((await openShop()).context);
const said = (sections: ReturnType<typeof webhookDocs>): string => JSON.stringify(sections);

test('shows an example request in the documentation with a valid signature and body', async () => {
  const { example } = await reference();
  const headers = Object.fromEntries(example.headers);
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(example.secret).sign(headers['webhook-id'] ?? '', at, example.body);
  expect(headers['webhook-signature']).toBe(signature);
  expect(openEventSchemas()(eventOf(example.body))).toEqual([]);
  const [, shown = ''] = requestText(example).split('\n\n');
  expect(JSON.stringify(JSON.parse(shown))).toBe(example.body);
});

test('documents every event type and every retry delay as they are in force', async () => {
  const sections = webhookDocs(await reference());
  for (const type of WEBHOOK_EVENT_TYPES) expect(said(sections)).toContain(`\`${type}\``);
  const tries = sections.find(({ id }) => id === 'retries')?.blocks.find(({ kind }) => kind === 'table');
  expect(tries).toMatchObject({
    rows: [
      ['1', 'At once'],
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
  expect(RETRY_GAPS_MS).toHaveLength(10);
  expect(said(sections)).toContain('over about 3 days');
  expect([72 * 3_600_000, 24 * 3_600_000, 90_000].map(spanText)).toEqual([
    '3 days',
    '24 hours',
    '90 seconds',
  ]);
});

type Sent = { body: string; headers: Record<string, string> };

/** Builds a program from the documentation's code that reads one request and prints the event type. */
function programOf(name: 'node' | 'python'): [string, string[]] {
  const { code } = WEBHOOK_SAMPLES[name];
  if (name === 'python') {
    const rest =
      'sent = json.loads(os.environ["SENT"])\nprint(event_from(sent["body"].encode(), sent["headers"])["type"])';
    return ['python3', ['-c', `${code}\n\n${rest}\n`]];
  }
  const library = JSON.stringify(import.meta.resolve('standardwebhooks'));
  const rest =
    'const { body, headers } = JSON.parse(process.env.SENT);\nconsole.log(eventFrom(body, headers).type);';
  const all = `${code.replace("'standardwebhooks'", library)}\n${rest}`;
  return [process.execPath, ['--input-type=module', '-e', all]];
}

const isThere = (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );

test.for(['node', 'python'] as const)(
  'accepts our events and refuses all others in the %s sample code',
  async (name, { skip }) => {
    const [program, words] = programOf(name);
    if (!(await isThere(program))) skip();
    const { example } = await reference();
    const signed = (at: Date, secret = example.secret): Sent => ({
      body: example.body,
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_1', at, example.body),
      },
    });
    const says = async (sent: Sent): Promise<string> => {
      const env = { ...process.env, WEBHOOK_SECRET: example.secret, SENT: JSON.stringify(sent) };
      return run(program, words, { env }).then(
        ({ stdout }) => stdout.trim(),
        () => 'refused',
      );
    };
    const now = new Date();
    const right = signed(now);
    const other = `whsec_${Buffer.from('another secret, of thirty-two by').toString('base64')}`;
    const both = `${signed(now, other).headers['webhook-signature']} ${right.headers['webhook-signature']}`;
    expect(await says(right)).toBe('order.paid');
    expect(await says({ ...right, headers: { ...right.headers, 'webhook-signature': both } })).toBe(
      'order.paid',
    );
    expect(await says(signed(now, other))).toBe('refused');
    expect(await says({ ...right, body: right.body.replace('2610', '9610') })).toBe('refused');
    expect(await says({ ...right, headers: { ...right.headers, 'webhook-id': 'msg_2' } })).toBe('refused');
    expect(await says(signed(new Date(now.getTime() - 3_600_000)))).toBe('refused');
  },
);
