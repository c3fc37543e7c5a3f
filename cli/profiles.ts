import { mkdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { getText, type OptionValues } from './command.ts';
import { usageFault } from './errors.ts';
import { saveFile } from './files.ts';
import { readTextFile } from './option-values.ts';

type Environment = NodeJS.ProcessEnv;
/** A key with the address of the installation that it belongs to. */
export type Profile = { url: string; key: string };
type Config = { current: string; profiles: Record<string, Profile> };

const SANDBOX_URL = 'http://localhost:3000';
const KEY_PATTERN = /^twk_(sandbox|test|live)_[0-9A-Za-z]{20,}$/;
const LOOPBACK_HOST = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const PRIVATE_MODE = 0o600;
export const DEFAULT_PROFILE = 'default';

const getConfigFile = (env: Environment): string =>
  path.join(env.XDG_CONFIG_HOME || path.join(env.HOME || homedir(), '.config'), 'tillwright', 'config.json');

/** Refuses a key among the arguments: the process list and the shell history would show it. */
export function assertNoKeyIn(args: readonly string[]): void {
  if (args.some((arg) => arg.includes('twk_') || arg === '--key' || arg.startsWith('--key=')))
    throw usageFault(
      'API keys cannot be passed as arguments, because other users of this machine could read them.',
      'Run tillwright login, set TILLWRIGHT_KEY, or use a file: --key-file FILE',
    );
}

export const isLoopback = (hostname: string): boolean => LOOPBACK_HOST.test(hostname);

/** Returns the origin of a URL that an API key may be sent to. */
export function parseServer(text: string, key: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw usageFault(`Invalid URL: ${text}`, 'Use a URL such as https://checkout.example.com.');
  const isAllowed = url.protocol === 'https:' || (isLoopback(url.hostname) && !key.startsWith('twk_live_'));
  if (!isAllowed) throw usageFault(`${url.origin} is not encrypted, so others could read your API key.`, 'Use https.');
  return url.origin;
}

export function parseKey(text: string, source: string): string {
  const key = text.trim();
  if (!KEY_PATTERN.test(key)) throw usageFault(`The value in ${source} is not an API key. API keys start with twk_.`);
  return key;
}

export async function readConfig(env: Environment = process.env): Promise<Config> {
  const text = await readFile(getConfigFile(env), 'utf8').catch(() => null);
  if (text === null) return { current: DEFAULT_PROFILE, profiles: {} };
  try {
    return JSON.parse(text) as Config;
  } catch {
    throw usageFault(`${getConfigFile(env)} is not valid JSON.`, 'Delete it and run: tillwright login');
  }
}

export async function writeConfig(config: Config, env: Environment = process.env): Promise<void> {
  const file = getConfigFile(env);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await saveFile(file, `${JSON.stringify(config, null, 2)}\n`, PRIVATE_MODE);
}

async function readKeyFile(file: string, warn: (text: string) => void): Promise<string> {
  const key = parseKey(await readTextFile(file), file);
  const { mode } = await stat(file);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    warn(`Other users of this machine can read ${file}. To protect it, run: chmod 600 ${file}`);
  return key;
}

/** Only a sandbox key has a default address, because it gives access to no real sales. */
function getServerOfKey(server: string | undefined, key: string): string {
  if (server !== undefined) return parseServer(server, key);
  if (key.startsWith('twk_sandbox_')) return SANDBOX_URL;
  throw usageFault(
    'The URL of the server that this key belongs to is missing.',
    'Set TILLWRIGHT_URL, use --server URL, or run: tillwright login',
  );
}

export const getProfileName = (options: OptionValues, config: Config, env: Environment = process.env): string =>
  getText(options, 'profile') ?? (env.TILLWRIGHT_PROFILE || config.current);

/** Returns the key to use and its address. A saved key is sent to no other address than the one it was saved with. */
export async function findProfile(
  options: OptionValues,
  warn: (text: string) => void,
  env: Environment = process.env,
): Promise<Profile> {
  const server = getText(options, 'server') ?? (env.TILLWRIGHT_URL || undefined);
  // An option says more than the environment.
  const hasOwnProfile = getText(options, 'profile') !== undefined;
  const hasEnvironmentKey = hasOwnProfile || Boolean(env.TILLWRIGHT_KEY);
  const keyFile =
    getText(options, 'key-file') ?? (hasEnvironmentKey ? undefined : env.TILLWRIGHT_KEY_FILE || undefined);
  const key = keyFile
    ? await readKeyFile(keyFile, warn)
    : env.TILLWRIGHT_KEY && !hasOwnProfile && parseKey(env.TILLWRIGHT_KEY, 'TILLWRIGHT_KEY');
  if (key) return { key, url: getServerOfKey(server, key) };
  const config = await readConfig(env);
  const name = getProfileName(options, config, env);
  const profile = config.profiles[name];
  if (!profile)
    throw usageFault(
      hasOwnProfile || env.TILLWRIGHT_PROFILE ? `There is no profile ${name}.` : 'No API key found.',
      'Create a key on the Integrations screen and run: tillwright login',
    );
  if (server !== undefined && parseServer(server, profile.key) !== profile.url)
    throw usageFault(
      `The key of profile ${name} belongs to ${profile.url} and is not sent to ${server}.`,
      `To use another server, run: tillwright login --server ${server} --profile NAME`,
    );
  return profile;
}
