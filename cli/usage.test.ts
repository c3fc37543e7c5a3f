import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { SHARED_OPTIONS } from './command.ts';
import { COMMANDS } from './commands.ts';
import { createFolder, KEY, LIVE_KEY, runCli, runProgram, serveResponses } from './testing/run-cli.ts';

/** An API that counts requests and always answers with an empty list. */
async function openApi() {
  const requests: Request[] = [];
  const url = await serveResponses((request) => {
    requests.push(request);
    return Response.json({ name: 'A key', scopes: [], data: [], next: null });
  });
  return { requests, url, env: { HOME: await createFolder(), TILLWRIGHT_URL: url } };
}

test('exits with 2 on wrong usage, without a request and without showing the key', async () => {
  const { requests, env } = await openApi();
  const withKey = { ...env, TILLWRIGHT_KEY: KEY };
  const usageErrors: [args: string[], env: Record<string, string>, words: string][] = [
    [['pagse', 'list'], withKey, 'Did you mean: tillwright pages list'],
    [['pages'], withKey, 'not a complete command'],
    [['pages', 'list', 'x'], withKey, 'takes no arguments'],
    [['pages', 'list', '--nope'], withKey, '--nope'],
    [['pages', 'list', '--limit', '0'], withKey, 'whole number'],
    [['pages', 'export', 'x'], withKey, 'not a page ID'],
    [['pages', 'import', 'none.json'], withKey, 'ENOENT'],
    [['pages', 'list'], env, 'No API key found'],
    [['pages', 'list'], { ...env, TILLWRIGHT_KEY: 'hello' }, 'not an API key'],
    [['pages', 'list', '--key', KEY], env, 'cannot be passed as arguments'],
    [['pages', 'list', '--server', 'http://shop.example.com'], withKey, 'not encrypted'],
    [['pages', 'list', '--server', 'ftp://x'], withKey, 'Invalid URL'],
    [['pages', 'list'], { ...env, TILLWRIGHT_KEY: LIVE_KEY }, 'not encrypted'],
    [['pages', 'list'], { HOME: env.HOME, TILLWRIGHT_KEY: LIVE_KEY }, 'server that this key belongs to'],
  ];
  for (const [args, commandEnv, expectedText] of usageErrors) {
    const result = await runCli(args, commandEnv);
    expect({ args, ...result }).toMatchObject({ args, code: 2, out: '', err: expect.stringContaining(expectedText) });
    expect(result.err).not.toContain(KEY);
  }
  expect(requests).toEqual([]);
});

test('sends a saved key only to the address that it was saved with', async () => {
  const { requests, url, env } = await openApi();
  const other = await openApi();
  expect((await runProgram(['login', '--server', url], { HOME: env.HOME }, KEY)).code).toBe(0);
  const { mode } = await stat(path.join(env.HOME, '.config/tillwright/config.json'));
  expect(mode & 0o077).toBe(0);
  expect((await runCli(['pages', 'list'], { HOME: env.HOME })).code).toBe(0);
  expect(requests).toHaveLength(2);
  const refused = await runCli(['pages', 'list', '--server', other.url], { HOME: env.HOME });
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(`belongs to ${url}`) });
  expect(other.requests).toEqual([]);
});

test('prints lists as lines of JSON, and nothing when it should be quiet', async () => {
  const rows = [{ id: '1' }, { id: '2' }];
  const url = await serveResponses(() => Response.json({ data: rows, next: null }));
  const env = { HOME: await createFolder(), TILLWRIGHT_URL: url, TILLWRIGHT_KEY: KEY };
  expect((await runCli(['pages', 'list', '--ndjson'], env)).out).toBe('{"id":"1"}\n{"id":"2"}\n');
  expect(await runCli(['pages', 'list', '--quiet', '--no-color'], env)).toEqual({ code: 0, out: '', err: '' });
});

test('prints amounts of any list as money', async () => {
  const rows = [{ id: '1', orderId: '2', paymentId: '3', currency: 'JPY', amount: 500, state: 'succeeded' }];
  const url = await serveResponses(() => Response.json({ data: rows, next: null }));
  const env = { HOME: await createFolder(), TILLWRIGHT_URL: url, TILLWRIGHT_KEY: KEY };
  expect((await runCli(['refunds', 'list'], env)).out).toContain('¥500');
});

test('prefers a profile that is named to keys of the environment', async () => {
  const { url, env } = await openApi();
  expect((await runProgram(['login', '--server', url, '--profile', 'mine'], { HOME: env.HOME }, KEY)).code).toBe(0);
  const withKeyFile = { HOME: env.HOME, TILLWRIGHT_KEY_FILE: path.join(env.HOME, 'none') };
  expect((await runCli(['pages', 'list', '--profile', 'mine'], withKeyFile)).code).toBe(0);
  expect((await runCli(['pages', 'list'], withKeyFile)).code).toBe(2);
});

test('reads the key from a file and warns when others can read it', async () => {
  const { env } = await openApi();
  const file = path.join(env.HOME, 'key');
  await writeFile(file, KEY, { mode: 0o644 });
  const warned = await runCli(['pages', 'list'], { ...env, TILLWRIGHT_KEY_FILE: file });
  expect(warned).toMatchObject({ code: 0, err: expect.stringContaining('chmod 600') });
});

test('exits with 3 when the address is not an installation', async () => {
  const url = await serveResponses(() => Response.redirect('https://elsewhere.example.com/', 302));
  const result = await runCli(['pages', 'list', '--json'], { TILLWRIGHT_URL: url, TILLWRIGHT_KEY: KEY });
  expect(result).toMatchObject({ code: 3, out: '' });
  expect(JSON.parse(result.err)).toMatchObject({ error: { code: 'no_response' } });
});

test('shows help, the version and completions', async () => {
  for (const args of [['--help'], [], ['pages', '--help'], ['pages', 'coupons', 'create', '--help']])
    expect(await runCli(args, {})).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Usage') });
  expect((await runCli(['--version'], {})).out).toMatch(/^tillwright \d+\.\d+\.\d+\n$/);
  expect((await runCli(['__complete', 'orders', 're'], {})).out).toBe('resend-receipt\nrefunds\n');
  expect((await runCli(['__complete', 'orders', 'list', '--state', 'pai'], {})).out).toBe('paid\n');
  for (const shell of ['bash', 'zsh', 'fish'])
    expect((await runCli(['completion', shell], {})).out).toContain('tillwright __complete');
});

test('has one command for each name, whose options differ from the shared ones', () => {
  const names = COMMANDS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const taken = COMMANDS.flatMap(({ name, options }) =>
    Object.keys(options).flatMap((option) => (Object.hasOwn(SHARED_OPTIONS, option) ? [`${name} --${option}`] : [])),
  );
  expect(taken).toEqual([]);
  // Options come before the command as well, so an option takes a value in all commands or in none.
  const kinds = Map.groupBy(
    COMMANDS.flatMap(({ options }) => Object.entries(options)),
    ([option]) => option,
  );
  const mixed = [...kinds].filter(([, uses]) => new Set(uses.map(([, { value }]) => value === null)).size > 1);
  expect(mixed.map(([option]) => option)).toEqual([]);
});
