import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';

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

type SampleName = keyof typeof WEBHOOK_SAMPLES;
type Program = { command: string; args: string[] };

const GO_MAIN = `
func main() {
	var sent struct {
		Body    string
		Headers map[string]string
	}
	if err := json.Unmarshal([]byte(os.Getenv("SENT")), &sent); err != nil {
		panic(err)
	}
	header := http.Header{}
	for name, value := range sent.Headers {
		header.Set(name, value)
	}
	event, err := EventFrom([]byte(sent.Body), header)
	if err != nil {
		os.Exit(1)
	}
	fmt.Println(event["type"])
}
`;

/** Builds a program from the code of each sample that reads one request and prints the event type. */
const PROGRAMS: Record<SampleName, (code: string) => Program | Promise<Program>> = {
  node: (code) => {
    const library = JSON.stringify(import.meta.resolve('standardwebhooks'));
    const script =
      'const { body, headers } = JSON.parse(process.env.SENT);\nconsole.log(eventFrom(body, headers).type);';
    const source = `${code.replace("'standardwebhooks'", library)}\n${script}`;
    return { command: process.execPath, args: ['--input-type=module', '-e', source] };
  },
  python: (code) => {
    const script =
      'sent = json.loads(os.environ["SENT"])\nprint(event_from(sent["body"].encode(), sent["headers"])["type"])';
    return { command: 'python3', args: ['-c', `${code}\n\n${script}\n`] };
  },
  php: (code) => {
    const script =
      '$sent = json_decode(getenv("SENT"), true);\necho event_from($sent["body"], $sent["headers"])["type"];';
    return { command: 'php', args: ['-r', `${code.replace('<?php', '')}\n${script}`] };
  },
  ruby: (code) => {
    const script = 'sent = JSON.parse(ENV.fetch("SENT"))\nputs event_from(sent["body"], sent["headers"])["type"]';
    return { command: 'ruby', args: ['-e', `${code}\n${script}\n`] };
  },
  go: async (code) => {
    const directory = await mkdtemp(path.join(tmpdir(), 'tillwright-go-sample-'));
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    const [source, command] = [path.join(directory, 'main.go'), path.join(directory, 'main')];
    await writeFile(source, code.replace('package hooks', 'package main') + GO_MAIN);
    await run('go', ['build', '-o', command, source], { env: { ...process.env, GO111MODULE: 'off' } });
    return { command, args: [] };
  },
};

const VERSION_ARGS: Record<SampleName, [program: string, argument: string]> = {
  node: [process.execPath, '--version'],
  python: ['python3', '--version'],
  php: ['php', '--version'],
  ruby: ['ruby', '--version'],
  go: ['go', 'version'],
};

const isInstalled = (name: SampleName): Promise<boolean> => {
  const [program, argument] = VERSION_ARGS[name];
  return run(program, [argument]).then(
    () => true,
    () => false,
  );
};

/** The samples whose language this machine has; `.ci/run` installs all of them. */
const runnableSamples: SampleName[] = [];
for (const name of Object.keys(WEBHOOK_SAMPLES) as SampleName[]) {
  if (await isInstalled(name)) runnableSamples.push(name);
  else process.stderr.write(`${VERSION_ARGS[name][0]} is not installed, so its sample was not run\n`);
}

test.for(runnableSamples)(
  'accepts our events and refuses all others in the %s sample code',
  { timeout: 60_000 },
  async (name) => {
    const { command, args } = await PROGRAMS[name](WEBHOOK_SAMPLES[name].code);
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
      return run(command, args, { env }).then(
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
    expect(
      await runProgram({ ...validRequest, body: validRequest.body.replace('"amount":2900', '"amount":9900') }),
    ).toBe('refused');
    expect(await runProgram({ ...validRequest, headers: { ...validRequest.headers, 'webhook-id': 'msg_2' } })).toBe(
      'refused',
    );
    expect(await runProgram(signRequest(new Date(now.getTime() - 3_600_000)))).toBe('refused');
  },
);
