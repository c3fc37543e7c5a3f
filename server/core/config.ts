import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { MIN_PASSWORD_LENGTH } from '#domain/account.ts';
import { SAMPLE_RATES } from '#domain/exchange-rate-table.ts';
import { type ExchangeRates, ExchangeRatesSchema } from '#domain/exchange-rates.ts';
import type { Mode } from '#domain/payment-mode.ts';

import type { PasswordHashing } from '../auth/passwords.ts';
import { ACCOUNT_ENVIRONMENT, toAccountConfig, findIncompleteGroups, type AccountConfig } from './account-config.ts';
import { findUnknownSettings } from './misspelled-settings.ts';
import { NETWORK_ENVIRONMENT, toNetworkConfig, type NetworkConfig } from './network-config.ts';
import {
  randomSecret,
  OPERATIONS_ENVIRONMENT,
  toOperationsConfig,
  type OperationsConfig,
} from './operations-config.ts';

/** Reads a file of exchange rates, or returns all its errors; they never contain values of the file. */
function readExchangeRates(file: string): { rates: ExchangeRates } | { errors: string[] } {
  const parsedFile = readJson(file);
  if ('problem' in parsedFile) return { errors: [parsedFile.problem] };
  const parsed = ExchangeRatesSchema.safeParse(parsedFile.content);
  if (parsed.success) return { rates: parsed.data };
  return {
    errors: parsed.error.issues.map(({ path, message }) => [...path.map(String), message].join(' ')),
  };
}

function readJson(file: string): { content: unknown } | { problem: string } {
  try {
    return { content: JSON.parse(readFileSync(file, 'utf8')) as unknown };
  } catch (error) {
    return { problem: error instanceof SyntaxError ? 'is not JSON' : 'cannot be read' };
  }
}

export type RateLimitLevel = 'live' | 'wide' | 'off';

/** The environment, read once. No other module reads it. */
export type Config = {
  production: boolean;
  port: number;
  host: string;
  /** Public origin of the app, without a trailing slash. */
  appUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  authSecret: string | null;
  /** The previous or the next secret: data written with it can be read, new data is never written with it. */
  alternateAuthSecret: string | null;
  minPassword: number;
  /** Whether commonly used passwords are accepted. Refused with a live key or with a minimum length of 8 or more. */
  commonPasswords: 'allowed' | 'refused';
  /** `cheap` makes tests fast and is refused with a live key. */
  passwordHashing: PasswordHashing;
  mode: Mode;
  stripeKey: string | null;
  /** The platform's Connect client id, with which sellers connect existing accounts; null allows new accounts only. */
  stripeClientId: string | null;
  webhookSecrets: { platform: string; connect: string } | null;
  sandboxUrl: string | null;
  smtpUrl: string | null;
  mailFrom: string | null;
  /** Recipient of operator alerts; null writes them to the log only. */
  operatorEmail: string | null;
  /** Secret that a bounce report must present; null rejects all reports. */
  mailHookSecret: string | null;
  accounts: AccountConfig;
  network: NetworkConfig;
  operations: OperationsConfig;
  /** Rates that convert sales to US dollars. */
  exchangeRates: ExchangeRates;
  /** Lower-case name of the header in which the edge names a visitor's country; null when there is none. */
  countryHeader: string | null;
  rateLimits: RateLimitLevel;
  logLevel: string;
};

/** Lists every problem of the environment at once; the message names variables, never their values. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The environment is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optionalVariable = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());
const urlWith = (description: string, protocols: RegExp) =>
  z.string().refine((text) => protocols.test(URL.parse(text)?.protocol ?? ''), `must be ${description}`);
const ratesFile = z.string().transform((file, { addIssue }): ExchangeRates => {
  const result = readExchangeRates(file);
  if ('rates' in result) return result.rates;
  for (const message of result.errors) addIssue({ code: 'custom', message });
  return z.NEVER;
});

const Environment = z.object({
  NODE_ENV: optionalVariable(z.string()),
  PORT: optionalVariable(
    z.string().refine((text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) < 65_536, 'must be a port number'),
  ),
  HOST: optionalVariable(z.string()),
  APP_URL: optionalVariable(urlWith('an address that begins with http:// or https://', /^https?:$/)),
  DATA_DIR: optionalVariable(z.string()),
  DATABASE_URL: optionalVariable(urlWith('an address that begins with postgres://', /^postgres(ql)?:$/)),
  AUTH_SECRET: optionalVariable(randomSecret),
  AUTH_SECRET_ALSO: optionalVariable(randomSecret),
  AUTH_MIN_PASSWORD: optionalVariable(z.string().regex(/^([6-9]|[1-9]\d)$/, 'must be a number from 6 to 99')),
  STRIPE_SECRET_KEY: optionalVariable(
    z.string().regex(/^[sr]k_(test|live)_\w+$/, 'must begin with sk_test_, sk_live_, rk_test_ or rk_live_'),
  ),
  STRIPE_CLIENT_ID: optionalVariable(z.string().regex(/^ca_\w+$/, 'must begin with ca_')),
  STRIPE_WEBHOOK_SECRET_PLATFORM: optionalVariable(z.string().min(8, 'is too short')),
  STRIPE_WEBHOOK_SECRET_CONNECT: optionalVariable(z.string().min(8, 'is too short')),
  SANDBOX_URL: optionalVariable(urlWith('an address that begins with http:// or https://', /^https?:$/)),
  SMTP_URL: optionalVariable(urlWith('an address that begins with smtp:// or smtps://', /^smtps?:$/)),
  MAIL_FROM: optionalVariable(z.string()),
  OPERATOR_EMAIL: optionalVariable(z.email('must be an address')),
  MAIL_HOOK_SECRET: optionalVariable(z.string().min(16, 'must have at least 16 characters')),
  FX_RATES_FILE: optionalVariable(ratesFile),
  ...ACCOUNT_ENVIRONMENT,
  ...NETWORK_ENVIRONMENT,
  ...OPERATIONS_ENVIRONMENT,
  COUNTRY_HEADER: optionalVariable(z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header')),
  PASSWORD_HASHING: optionalVariable(z.enum(['full', 'cheap'], 'must be full or cheap')),
  RATE_LIMITS: optionalVariable(z.enum(['live', 'wide', 'off'], 'must be live, wide or off')),
  LOG_LEVEL: optionalVariable(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be fatal, error, warn, info, debug or silent'),
  ),
});
type Environment = z.infer<typeof Environment>;

const modeOf = (key: string | undefined): Mode => (key ? (key.includes('_live_') ? 'live' : 'test') : 'sandbox');

function findConflicts(env: Environment): string[] {
  const mode = modeOf(env.STRIPE_SECRET_KEY);
  const webhookSecretCount = [env.STRIPE_WEBHOOK_SECRET_PLATFORM, env.STRIPE_WEBHOOK_SECRET_CONNECT].filter(
    Boolean,
  ).length;
  const conflicts: [boolean, string][] = [
    [
      Boolean(env.DATABASE_URL) && !env.AUTH_SECRET,
      'AUTH_SECRET must be set when DATABASE_URL is set (32 random characters or more)',
    ],
    [Boolean(env.AUTH_SECRET_ALSO) && !env.AUTH_SECRET, 'AUTH_SECRET_ALSO is only useful beside AUTH_SECRET'],
    [
      Boolean(env.AUTH_SECRET_ALSO) && env.AUTH_SECRET_ALSO === env.AUTH_SECRET,
      'AUTH_SECRET_ALSO must be another secret than AUTH_SECRET: the former one, or the next',
    ],
    [
      mode !== 'sandbox' && webhookSecretCount < 2,
      'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET_PLATFORM and STRIPE_WEBHOOK_SECRET_CONNECT',
    ],
    [Boolean(env.STRIPE_CLIENT_ID) && mode === 'sandbox', 'STRIPE_CLIENT_ID is only useful with STRIPE_SECRET_KEY'],
    [
      Boolean(env.SANDBOX_URL) && webhookSecretCount < 2,
      'SANDBOX_URL needs STRIPE_WEBHOOK_SECRET_PLATFORM and STRIPE_WEBHOOK_SECRET_CONNECT, the same as the sandbox has',
    ],
    [
      webhookSecretCount === 1,
      'STRIPE_WEBHOOK_SECRET_PLATFORM and STRIPE_WEBHOOK_SECRET_CONNECT are only useful together',
    ],
    [mode !== 'sandbox' && Boolean(env.SANDBOX_URL), 'SANDBOX_URL cannot be used together with STRIPE_SECRET_KEY'],
    [
      mode === 'live' && env.PASSWORD_HASHING === 'cheap',
      'PASSWORD_HASHING=cheap is refused with a live key: it is for tests',
    ],
    [mode === 'live' && env.RATE_LIMITS === 'off', 'RATE_LIMITS=off is refused with a live key'],
    [
      mode === 'live' && !env.DATABASE_URL,
      'A live key needs PostgreSQL: set DATABASE_URL and AUTH_SECRET. The embedded database can lose sales in a power cut and is for trying out and for test keys',
    ],
    [
      mode === 'live' && URL.parse(env.APP_URL ?? '')?.protocol !== 'https:',
      'APP_URL must begin with https:// when the key is a live one: Stripe sends sellers and events to no other address',
    ],
    [
      Boolean(env.BACKUP_DIR ?? env.BACKUP_KEY) && !env.DATABASE_URL,
      'BACKUP_DIR and BACKUP_KEY are only useful with DATABASE_URL: the embedded database is copied with its folder, while the server is stopped',
    ],
    ...findIncompleteGroups(env),
    [Boolean(env.SMTP_URL) !== Boolean(env.MAIL_FROM), 'SMTP_URL and MAIL_FROM are only useful together'],
  ];
  return [...new Set(conflicts.flatMap(([isBroken, message]) => (isBroken ? [message] : [])))];
}

/** Parses the environment. Throws ConfigError with all problems. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(env);
  const unknown = findUnknownSettings(env, Object.keys(Environment.shape));
  if (!parsed.success) {
    const shapeProblems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    const usable = Object.fromEntries(
      Object.entries(env).filter(([name]) => !shapeProblems.some((shape) => shape.startsWith(`${name} `))),
    );
    const remainder = Environment.safeParse(usable);
    throw new ConfigError([...unknown, ...shapeProblems, ...(remainder.success ? findConflicts(remainder.data) : [])]);
  }
  const problems = [...unknown, ...findConflicts(parsed.data)];
  if (problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

/** Connect client id of the sandbox, which also serves the consent page. */
const SANDBOX_CLIENT_ID = 'ca_Sandbox';

/** From this minimum password length on, commonly used passwords are refused. */
const SAFE_PASSWORD_LENGTH = 8;

function toConfig(env: Environment): Config {
  const minPassword = Number(env.AUTH_MIN_PASSWORD ?? MIN_PASSWORD_LENGTH);
  const port = Number(env.PORT ?? 3000);
  const mode = modeOf(env.STRIPE_SECRET_KEY);
  const { STRIPE_WEBHOOK_SECRET_PLATFORM: platform, STRIPE_WEBHOOK_SECRET_CONNECT: connect } = env;
  const appUrl = new URL(env.APP_URL ?? `http://localhost:${port}`).origin;
  return {
    production: env.NODE_ENV === 'production',
    port,
    host: env.HOST ?? 'localhost',
    appUrl,
    dataDir: env.DATA_DIR ?? '.data',
    databaseUrl: env.DATABASE_URL ?? null,
    authSecret: env.AUTH_SECRET ?? null,
    alternateAuthSecret: env.AUTH_SECRET_ALSO ?? null,
    minPassword,
    commonPasswords: mode === 'live' || minPassword >= SAFE_PASSWORD_LENGTH ? 'refused' : 'allowed',
    mode,
    stripeKey: env.STRIPE_SECRET_KEY ?? null,
    stripeClientId: mode === 'sandbox' ? SANDBOX_CLIENT_ID : (env.STRIPE_CLIENT_ID ?? null),
    webhookSecrets: platform && connect ? { platform, connect } : null,
    sandboxUrl: env.SANDBOX_URL ? new URL(env.SANDBOX_URL).origin : null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    operatorEmail: env.OPERATOR_EMAIL ?? null,
    mailHookSecret: env.MAIL_HOOK_SECRET ?? null,
    accounts: toAccountConfig(env),
    network: toNetworkConfig(env, mode, appUrl),
    operations: toOperationsConfig(env, mode),
    exchangeRates: env.FX_RATES_FILE ?? SAMPLE_RATES,
    countryHeader: env.COUNTRY_HEADER?.toLowerCase() ?? null,
    passwordHashing: env.PASSWORD_HASHING ?? 'full',
    rateLimits: env.RATE_LIMITS ?? (mode === 'live' ? 'live' : 'wide'),
    logLevel: env.LOG_LEVEL ?? (mode === 'sandbox' ? 'warn' : 'info'),
  };
}

/** The environment of this process. */
export const readConfig = (): Config => parseConfig(process.env);

/** Environment of PostgreSQL's client programs: where programs are, and libpq's own variables, but no secrets of the app. */
export const postgresToolEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LANG|LC_ALL|PG[A-Z]+)$/.test(name)));
