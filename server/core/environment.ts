import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

import { z } from 'zod';

import { ExchangeRatesSchema } from '#domain/exchange-rates.ts';
import type { Mode } from '#domain/payment-mode.ts';

/** All variables are optional; a blank one counts as unset. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const text = optional(z.string());
const matching = (pattern: RegExp, message: string) => optional(z.string().regex(pattern, message));
const atLeast = (length: number, message: string) => optional(z.string().min(length, message));
const satisfying = (isValid: (value: string) => boolean, message: string) =>
  optional(z.string().refine(isValid, message));

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });
const oneOf = <const T extends string>(...values: T[]) =>
  optional(z.enum(values, `must be ${alternatives.format(values)}`));

const url = (protocols: RegExp, message: string) =>
  satisfying((value) => protocols.test(URL.parse(value)?.protocol ?? ''), message);
const webUrl = url(/^https?:$/, 'must be a URL that starts with http:// or https://');

const commaSeparated = (isValid: (item: string) => boolean, message: string) =>
  optional(
    z
      .string()
      .transform((value) => value.split(',').map((item) => item.trim()))
      .refine((list) => list.every(isValid), message),
  );

/** Keys are derived from this without stretching, so it must be random and never a passphrase. */
const randomSecret = atLeast(32, 'must have at least 32 random characters. Create one with: openssl rand -base64 32');

const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const DNS_SERVER_WITH_PORT = /^(\[[0-9a-fA-F:.]+\]|\d+(\.\d+){3}):\d{1,5}$/;

/** An IP address or a network such as 10.0.0.0/8; null for other text. */
export function parseNetwork(value: string): { address: string; family: 'ipv4' | 'ipv6'; bits: number } | null {
  const [, address = '', bits] = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  if (isIP(address) === 0) return null;
  const [family, maxBits] = isIP(address) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
  return Number(bits ?? 0) <= maxBits ? { address, family, bits: Number(bits ?? maxBits) } : null;
}

/** The content of a file of exchange rates. Its errors never contain values of the file. */
const ratesFile = z
  .string()
  .transform((file, { addIssue }): unknown => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch (error) {
      addIssue({ code: 'custom', message: error instanceof SyntaxError ? 'is not valid JSON' : 'could not be read' });
      return z.NEVER;
    }
  })
  .pipe(ExchangeRatesSchema);

/** Every variable of the server. */
export const Environment = z.object({
  NODE_ENV: text,
  PORT: satisfying(
    (port) => /^[1-9]\d{0,4}$/.test(port) && Number(port) < 65_536,
    'must be a port number from 1 to 65535',
  ),
  HOST: text,
  APP_URL: webUrl,
  DATA_DIR: text,
  DATABASE_URL: url(/^postgres(ql)?:$/, 'must be a URL that starts with postgres:// or postgresql://'),
  AUTH_SECRET: randomSecret,
  AUTH_SECRET_ALSO: randomSecret,
  AUTH_MIN_PASSWORD: matching(/^([6-9]|[1-9]\d)$/, 'must be a number from 6 to 99'),
  STRIPE_SECRET_KEY: matching(/^[sr]k_(test|live)_\w+$/, 'must start with sk_test_, sk_live_, rk_test_, or rk_live_'),
  STRIPE_CLIENT_ID: matching(/^ca_\w+$/, 'must start with ca_'),
  STRIPE_WEBHOOK_SECRET_PLATFORM: atLeast(8, 'must have at least 8 characters'),
  STRIPE_WEBHOOK_SECRET_CONNECT: atLeast(8, 'must have at least 8 characters'),
  SANDBOX_URL: webUrl,
  SMTP_URL: url(/^smtps?:$/, 'must be a URL that starts with smtp:// or smtps://'),
  MAIL_FROM: text,
  OPERATOR_EMAIL: optional(z.email('must be an email address')),
  MAIL_HOOK_SECRET: atLeast(16, 'must have at least 16 characters'),
  FX_RATES_FILE: optional(ratesFile),
  COUNTRY_HEADER: matching(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be a header name'),
  PASSWORD_HASHING: oneOf('full', 'cheap'),
  RATE_LIMITS: oneOf('live', 'wide', 'off'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),

  // Account protection and sign-in with identity providers.
  CAPTCHA: oneOf('turnstile', 'hcaptcha'),
  CAPTCHA_SITE_KEY: text,
  CAPTCHA_SECRET: text,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GITHUB_CLIENT_ID: text,
  GITHUB_CLIENT_SECRET: text,
  APPLE_CLIENT_ID: text,
  APPLE_TEAM_ID: text,
  APPLE_KEY_ID: text,
  APPLE_PRIVATE_KEY: text,
  SMS_URL: webUrl,
  SMS_TOKEN: text,

  // The connection with sellers' domains.
  DOMAIN_TARGET: matching(HOST_NAME, 'must be a host name, such as shops.example.com'),
  DOMAIN_ADDRESSES: commaSeparated((item) => isIP(item) !== 0, 'must be IP addresses separated by commas'),
  DNS_SERVERS: commaSeparated(
    (item) => isIP(item) !== 0 || DNS_SERVER_WITH_PORT.test(item),
    'must be IP addresses of DNS servers separated by commas',
  ),

  // Files that sellers deliver.
  FILES_DIR: text,
  FILES_S3_ENDPOINT: webUrl,
  FILES_S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  FILES_S3_REGION: text,
  FILES_S3_ACCESS_KEY_ID: text,
  FILES_S3_SECRET_ACCESS_KEY: text,
  FILES_TOTAL: matching(/^[1-9]\d{0,5} ?[MGT]B$/, 'must be a size, such as 500 MB, 200 GB, or 2 TB'),
  FILES_STREAMS: matching(/^[1-9]\d{0,3}$/, 'must be a number from 1 to 9999'),
  FILES_MBIT: matching(/^[1-9]\d{0,5}$/, 'must be a number of megabits per second, from 1 to 999999'),
  FILES_SCAN_COMMAND: text,

  // Running and monitoring the server.
  TRUSTED_PROXIES: commaSeparated(
    (item) => parseNetwork(item) !== null,
    'must be IP addresses or networks separated by commas',
  ),
  DATABASE_POOL: matching(/^([4-9]|[1-9]\d)$/, 'must be a number from 4 to 99'),
  METRICS_TOKEN: atLeast(16, 'must have at least 16 characters'),
  SHUTDOWN_DELAY: matching(/^([0-5]?\d|60)$/, 'must be a number of seconds from 0 to 60'),
  ALLOW_NEWER_SCHEMA: optional(z.literal('1', 'must be 1 or unset')),
  BACKUP_DIR: text,
  BACKUP_KEY: randomSecret,
});
export type Environment = z.infer<typeof Environment>;

export const modeOf = ({ STRIPE_SECRET_KEY: key }: Environment): Mode =>
  key ? (key.includes('_live_') ? 'live' : 'test') : 'sandbox';

/** Variables that only work together. */
const VARIABLE_GROUPS: readonly (readonly (keyof Environment)[])[] = [
  ['STRIPE_WEBHOOK_SECRET_PLATFORM', 'STRIPE_WEBHOOK_SECRET_CONNECT'],
  ['CAPTCHA', 'CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['FILES_S3_ENDPOINT', 'FILES_S3_BUCKET', 'FILES_S3_REGION', 'FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'],
];

const listFormat = new Intl.ListFormat('en');

/** Variable groups that are only partly set, as pairs of a condition and its message. */
const findIncompleteGroups = (env: Environment): [boolean, string][] =>
  VARIABLE_GROUPS.map((names) => [
    names.some((name) => env[name] !== undefined) && names.some((name) => env[name] === undefined),
    `${listFormat.format(names)} must be set together`,
  ]);

/** Lists the settings that contradict each other. */
export function findConflicts(env: Environment): string[] {
  const mode = modeOf(env);
  const hasWebhookSecrets = Boolean(env.STRIPE_WEBHOOK_SECRET_PLATFORM && env.STRIPE_WEBHOOK_SECRET_CONNECT);
  const conflicts: [boolean, string][] = [
    [
      Boolean(env.DATABASE_URL) && !env.AUTH_SECRET,
      'AUTH_SECRET must be set when DATABASE_URL is set (at least 32 random characters)',
    ],
    [Boolean(env.AUTH_SECRET_ALSO) && !env.AUTH_SECRET, 'AUTH_SECRET_ALSO requires AUTH_SECRET'],
    [
      Boolean(env.AUTH_SECRET_ALSO) && env.AUTH_SECRET_ALSO === env.AUTH_SECRET,
      'AUTH_SECRET_ALSO must differ from AUTH_SECRET. Set it to the previous or the next secret',
    ],
    [
      mode !== 'sandbox' && !hasWebhookSecrets,
      'STRIPE_SECRET_KEY requires STRIPE_WEBHOOK_SECRET_PLATFORM and STRIPE_WEBHOOK_SECRET_CONNECT',
    ],
    [Boolean(env.STRIPE_CLIENT_ID) && mode === 'sandbox', 'STRIPE_CLIENT_ID requires STRIPE_SECRET_KEY'],
    [
      Boolean(env.SANDBOX_URL) && !hasWebhookSecrets,
      'SANDBOX_URL requires STRIPE_WEBHOOK_SECRET_PLATFORM and STRIPE_WEBHOOK_SECRET_CONNECT, with the same values as the sandbox',
    ],
    [mode !== 'sandbox' && Boolean(env.SANDBOX_URL), 'SANDBOX_URL cannot be used together with STRIPE_SECRET_KEY'],
    [
      mode === 'live' && env.PASSWORD_HASHING === 'cheap',
      'PASSWORD_HASHING=cheap is only for tests and cannot be used with a live key',
    ],
    [mode === 'live' && env.RATE_LIMITS === 'off', 'RATE_LIMITS=off cannot be used with a live key'],
    [
      mode === 'live' && !env.DATABASE_URL,
      'A live key requires PostgreSQL: set DATABASE_URL and AUTH_SECRET. The embedded database can lose sales in a power outage and is only for evaluation and test keys',
    ],
    [
      mode === 'live' && URL.parse(env.APP_URL ?? '')?.protocol !== 'https:',
      'APP_URL must start with https:// when STRIPE_SECRET_KEY is a live key, because Stripe only redirects and sends events to https URLs',
    ],
    [
      Boolean(env.BACKUP_DIR ?? env.BACKUP_KEY) && !env.DATABASE_URL,
      'BACKUP_DIR and BACKUP_KEY require DATABASE_URL. To back up the embedded database, stop the server and copy its folder',
    ],
    ...findIncompleteGroups(env),
    [Boolean(env.SMS_TOKEN) && !env.SMS_URL, 'SMS_TOKEN requires SMS_URL'],
  ];
  return conflicts.flatMap(([isBroken, message]) => (isBroken ? [message] : []));
}
