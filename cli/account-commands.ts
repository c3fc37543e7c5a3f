import { spawn } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { createTillwright } from '../packages/sdk/src/client.ts';
import { type Call, type Command, getText, type Output } from './command.ts';
import { usageFault } from './errors.ts';
import { DEFAULT_PROFILE, getProfileName, parseKey, parseServer, readConfig, writeConfig } from './profiles.ts';
import { USER_AGENT } from './version.ts';

/** Asks a question on the terminal. `isSecret`: what the user types is not shown. */
async function ask(question: string, isSecret = false): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true });
  try {
    return (await reader.question('')).trim();
  } finally {
    reader.close();
    if (isSecret) process.stderr.write('\n');
  }
}

async function login({ options }: Call): Promise<Output> {
  const isTerminal = process.stdin.isTTY;
  const server =
    getText(options, 'server') ??
    (isTerminal ? await ask('Server URL, such as https://checkout.example.com: ') : undefined);
  if (!server) throw usageFault('The server URL is missing.', 'Use --server URL.');
  const typed = isTerminal ? await ask('API key (not shown while you type): ', true) : await text(process.stdin);
  const key = parseKey(typed, isTerminal ? 'your input' : 'standard input');
  const url = parseServer(server, key);
  const info = await createTillwright({ url, key, userAgent: USER_AGENT }).keys.current.get();
  const config = await readConfig();
  const profile = getText(options, 'profile') ?? DEFAULT_PROFILE;
  await writeConfig({ current: profile, profiles: { ...config.profiles, [profile]: { url, key } } });
  return {
    value: { profile, url, key: info },
    text: `Logged in to ${url} with the key “${info.name}” (profile ${profile}).`,
  };
}

async function logout({ options }: Call): Promise<Output> {
  const config = await readConfig();
  const profile = getProfileName(options, config);
  if (!config.profiles[profile]) throw usageFault(`There is no profile ${profile}.`);
  const { [profile]: _, ...profiles } = config.profiles;
  await writeConfig({ current: Object.keys(profiles)[0] ?? DEFAULT_PROFILE, profiles });
  const text = `Removed profile ${profile} from this computer. Its key still works. To revoke it, open Integrations.`;
  return { value: { profile }, text };
}

async function whoami({ connect }: Call): Promise<Output> {
  const { client, url, key } = await connect();
  const mode = key.split('_')[1] ?? '';
  const info = await client.keys.current.get();
  const text = `${url} (${mode}), key “${info.name}”\nScopes: ${info.scopes.join(', ')}`;
  return { value: { url, mode, key: info }, text };
}

const SCREENS = ['pages', 'orders', 'customers', 'analytics', 'domains', 'integrations', 'subscription', 'account'];
const OPENERS: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };

async function openScreen({ args, connect }: Call): Promise<Output> {
  const [screen = ''] = args;
  if (screen && !SCREENS.includes(screen))
    throw usageFault(`There is no screen ${screen}.`, `Use one of: ${SCREENS.join(', ')}`);
  const { url } = await connect();
  const address = `${url}/${screen || 'pages'}`;
  if (process.stdout.isTTY)
    spawn(OPENERS[process.platform] ?? 'xdg-open', [address], { stdio: 'ignore', detached: true })
      .on('error', () => undefined)
      .unref();
  return { value: { url: address }, text: address };
}

export const ACCOUNT_COMMANDS: readonly Command[] = [
  {
    name: 'login',
    summary: 'Save an API key and its server URL',
    details: 'Asks for the key without showing it, or reads it from standard input.',
    args: [],
    options: {},
    examples: ['tillwright login --server https://checkout.example.com', 'tillwright login --profile live < key.txt'],
    run: login,
  },
  {
    name: 'logout',
    summary: 'Remove a saved API key from this computer',
    args: [],
    options: {},
    examples: ['tillwright logout', 'tillwright logout --profile live'],
    run: logout,
  },
  {
    name: 'whoami',
    summary: 'Show which server and key are used',
    args: [],
    options: {},
    examples: ['tillwright whoami', 'tillwright whoami --json'],
    run: whoami,
  },
  {
    name: 'open',
    summary: 'Open a screen in the browser',
    args: ['[SCREEN]'],
    options: {},
    examples: ['tillwright open', 'tillwright open orders'],
    run: openScreen,
  },
];
