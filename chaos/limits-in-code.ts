import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
/** Where a bucket is made: its key, as it is written. */
const KEY = /(?:\bkey: |\bbucket\()(`[^`]+`|'[^']+'|emailKey\([^()]*\)), ?(?:limit|\.\.\.|[A-Z])/g;
/** Keys that are made first and limited twice. */
const KEYS = /\bconst keys = \[([^\]]+)\]/g;
/** What makes keys of a word. */
const ACT = /\b(hourly|planLimits|limitProviderDoors|limitPasskeys|limitMails)\((?:context, )?'([\w-]+)'/g;

/** What a key looks like, whoever it is about: 'draft:*'. */
const shapeOf = (written: string): string => {
  const mail = /^emailKey\(context, (?:'([\w-]+)'|(\w+)),/.exec(written);
  if (mail) return `${mail[1] ?? '*'}:email`;
  return written.slice(1, -1).replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '*');
};

/** Those that are made of a word each, as the acts say that stand beside them. */
const OF_ACTS = new Set(['*:*', '*:email', 'domain-*:*', 'plan-*:*', 'provider-*:ip:*', 'passkey-*:ip:*']);

function limitsOf(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const keys = [...text.matchAll(KEY)].map(([, key = '']) => shapeOf(key));
  const twice = [...text.matchAll(KEYS)].flatMap(([, list = '']) =>
    [...list.matchAll(/`[^`]+`/g)].flatMap(([key]) => [shapeOf(key), shapeOf(key)]),
  );
  const acts = [...text.matchAll(ACT)].map(([, maker = '', act = '']) => `${maker} ${act}`);
  const seen = new Map<string, number>();
  return [...keys.filter((key) => !OF_ACTS.has(key)), ...twice, ...acts].map((shape) => {
    const times = (seen.get(shape) ?? 0) + 1;
    seen.set(shape, times);
    return times > 1 && !shape.startsWith('limit') ? `${shape} (${times})` : shape;
  });
}

/** Every limit that the server has: what its key looks like, or what it is made of; ' (2)' where one key has two. */
export const readLimitsInCode = (): ReadonlySet<string> =>
  new Set(
    globSync('server/**/*.ts', { cwd: ROOT })
      .filter((file) => !/test/.test(file))
      .flatMap(limitsOf),
  );
