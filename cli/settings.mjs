import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { usageFault } from './errors.mjs';

const DEFAULT_URL = 'http://localhost:3000';
const KEY = /^twk_(sandbox|test|live)_[0-9A-Za-z]{20,}$/;

/** Default key file when neither the environment nor an option names one. */
const defaultKeyFile = (env = process.env) =>
  path.join(env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'tillwright', 'key');

/** Refuses a key among the arguments: it would be visible in the process list and the shell history. */
export function refuseKeysIn(args) {
  if (args.some((arg) => arg.includes('twk_') || arg === '--key' || arg.startsWith('--key=')))
    throw usageFault(
      'API keys cannot be passed as arguments, because other users of this machine could read them.',
      'Set TILLWRIGHT_KEY, or use a file: --key-file FILE',
    );
}

const isThisMachine = (host) => /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/** The server's origin. A key is never sent unencrypted, except to this machine. */
export function shopUrl(typed, env = process.env) {
  const text = typed ?? (env.TILLWRIGHT_URL || DEFAULT_URL);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw usageFault(`Invalid URL: ${text}`, 'Use a URL such as https://checkout.example.com.');
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    throw usageFault(`${url.origin} is not encrypted, so others could read your API key.`, 'Use https.');
  return url.origin;
}

/** The API key from the environment or a file. Calls `warn` when others can read the file. */
export async function shopKey(named, warn, env = process.env) {
  if (env.TILLWRIGHT_KEY && named === undefined) return checked(env.TILLWRIGHT_KEY, 'TILLWRIGHT_KEY');
  const file = named ?? (env.TILLWRIGHT_KEY_FILE || defaultKeyFile(env));
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT' || named !== undefined || env.TILLWRIGHT_KEY_FILE)
      throw usageFault(`Could not read the API key from ${file} (${error.code}).`);
    throw usageFault(
      'No API key found.',
      `Create one on the Integrations screen and set it in TILLWRIGHT_KEY, or save it in ${file}.`,
    );
  });
  const { mode } = await stat(file);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    warn(`Other users of this machine can read ${file}. To protect it, run: chmod 600 ${file}`);
  return checked(text, file);
}

function checked(text, where) {
  const key = text.trim();
  if (!KEY.test(key)) throw usageFault(`The value in ${where} is not an API key. API keys start with twk_.`);
  return key;
}
