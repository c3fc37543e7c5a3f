import { BlockList, isIP } from 'node:net';
import path from 'node:path';

import { MIN_PASSWORD_LENGTH } from '#domain/account.ts';
import { SAMPLE_RATES } from '#domain/exchange-rate-table.ts';
import type { ExchangeRates } from '#domain/exchange-rates.ts';

import type { PasswordHashing } from '../auth/passwords.ts';
import { Environment, findConflicts, modeOf, parseNetwork } from './environment.ts';
import { findUnknownSettings } from './misspelled-settings.ts';

export type RateLimitLevel = 'live' | 'wide' | 'off';

/** The environment, read once. No other module reads it. */
export type Config = ReturnType<typeof toConfig>;

/** Lists every problem of the environment at once; the message names variables, never their values. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `Some environment variables are missing or invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

/** Parses the environment. Throws ConfigError with all problems. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(env);
  const unknown = findUnknownSettings(env, Object.keys(Environment.shape));
  if (!parsed.success) {
    const shapeProblems = parsed.error.issues.map((issue) => [...issue.path, issue.message].join(' '));
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

function toConfig(env: Environment) {
  const minPassword = Number(env.AUTH_MIN_PASSWORD ?? MIN_PASSWORD_LENGTH);
  const port = Number(env.PORT ?? 3000);
  const mode = modeOf(env);
  const { STRIPE_WEBHOOK_SECRET_PLATFORM: platform, STRIPE_WEBHOOK_SECRET_CONNECT: connect } = env;
  const appUrl = new URL(env.APP_URL ?? `http://localhost:${port}`).origin;
  const commonPasswords: 'allowed' | 'refused' =
    mode === 'live' || minPassword >= SAFE_PASSWORD_LENGTH ? 'refused' : 'allowed';
  const passwordHashing: PasswordHashing = env.PASSWORD_HASHING ?? 'full';
  const rateLimits: RateLimitLevel = env.RATE_LIMITS ?? (mode === 'live' ? 'live' : 'wide');
  const exchangeRates: ExchangeRates = env.FX_RATES_FILE ?? SAMPLE_RATES;
  const dataDir = env.DATA_DIR ?? '.data';
  return {
    production: env.NODE_ENV === 'production',
    port,
    host: env.HOST ?? 'localhost',
    /** Public origin of the app, without a trailing slash. */
    appUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    authSecret: env.AUTH_SECRET ?? null,
    /** The previous or the next secret: data written with it can be read, new data is never written with it. */
    alternateAuthSecret: env.AUTH_SECRET_ALSO ?? null,
    minPassword,
    /** Whether commonly used passwords are accepted. Refused with a live key or with a minimum length of 8 or more. */
    commonPasswords,
    /** `cheap` makes tests fast and is refused with a live key. */
    passwordHashing,
    mode,
    stripeKey: env.STRIPE_SECRET_KEY ?? null,
    /** The platform's Connect client id, with which sellers connect existing accounts; null allows new accounts only. */
    stripeClientId: mode === 'sandbox' ? SANDBOX_CLIENT_ID : (env.STRIPE_CLIENT_ID ?? null),
    webhookSecrets: platform && connect ? { platform, connect } : null,
    sandboxUrl: env.SANDBOX_URL ? new URL(env.SANDBOX_URL).origin : null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    /** Recipient of operator alerts; null writes them to the log only. */
    operatorEmail: env.OPERATOR_EMAIL ?? null,
    /** Secret that a bounce report must present; null rejects all reports. */
    mailHookSecret: env.MAIL_HOOK_SECRET ?? null,
    accounts: toAccountConfig(env),
    network: toNetworkConfig(env, appUrl),
    operations: toOperationsConfig(env),
    files: toFilesConfig(env, dataDir),
    /** Rates that convert sales to US dollars. */
    exchangeRates,
    /** Lower-case name of the header in which the edge names a visitor's country; null when there is none. */
    countryHeader: env.COUNTRY_HEADER?.toLowerCase() ?? null,
    rateLimits,
    logLevel: env.LOG_LEVEL ?? (mode === 'sandbox' ? 'warn' : 'info'),
  };
}

const credentialsOf = (clientId: string | undefined, clientSecret: string | undefined) =>
  clientId && clientSecret ? { clientId, clientSecret } : null;

export type AccountConfig = ReturnType<typeof toAccountConfig>;

function toAccountConfig(env: Environment) {
  const { CAPTCHA: kind, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = env;
  const { APPLE_CLIENT_ID: clientId, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: privateKey } = env;
  return {
    captcha: kind && siteKey && secret ? { kind, siteKey, secret } : null,
    google: credentialsOf(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    github: credentialsOf(env.GITHUB_CLIENT_ID, env.GITHUB_CLIENT_SECRET),
    /** `privateKey`: PEM; its line ends may be written as `\n`. */
    apple:
      clientId && teamId && keyId && privateKey
        ? { clientId, teamId, keyId, privateKey: privateKey.replaceAll('\\n', '\n') }
        : null,
    /** Endpoint to which messages are posted: see docs/operations.md. */
    sms: env.SMS_URL ? { url: env.SMS_URL, token: env.SMS_TOKEN ?? null } : null,
  };
}

const isLoopbackHost = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(host);

export type NetworkConfig = ReturnType<typeof toNetworkConfig>;

function toNetworkConfig(env: Environment, appUrl: string) {
  const { hostname } = new URL(appUrl);
  const isLocal = isLoopbackHost(hostname);
  return {
    /** CNAME target for sellers' domains; null: the server is reachable on its own machine only. */
    domainTarget: env.DOMAIN_TARGET ?? (isLocal || isIP(hostname) !== 0 ? null : hostname),
    /** IP addresses of the target, for domains that cannot have a CNAME. */
    domainAddresses: env.DOMAIN_ADDRESSES ?? [],
    /** DNS servers to query; empty: those of this machine. */
    dnsServers: env.DNS_SERVERS ?? [],
    /** A sandbox on a local machine: names under .localhost count as verified, and webhooks may target this machine. */
    isLocal: isLocal && modeOf(env) === 'sandbox',
  };
}

const toOperationsConfig = (env: Environment) => ({
  /** Proxies whose X-Forwarded-For is trusted; the loopback addresses are always included. */
  trustedProxies: toTrustedProxies(env.TRUSTED_PROXIES ?? []),
  /** PostgreSQL connections per process, without the listening one; two of them are reserved for Stripe events. */
  poolSize: Number(env.DATABASE_POOL ?? 10),
  /** Token for reading /metrics from another machine; null refuses all remote requests. */
  metricsToken: env.METRICS_TOKEN ?? null,
  /** Time after the shutdown signal in which requests are still answered, so that load balancers notice. */
  shutdownDelayMs: Number(env.SHUTDOWN_DELAY ?? (modeOf(env) === 'sandbox' ? 0 : 5)) * 1000,
  /** Starts although a later version has changed the schema: for going back to the version right before it. */
  allowsNewerSchema: env.ALLOW_NEWER_SCHEMA === '1',
  /** Folder of the backups; null: `backups` in the data folder. */
  backupFolder: env.BACKUP_DIR ?? null,
  /** Encryption key of the backups; null leaves them unencrypted. */
  backupKey: env.BACKUP_KEY ?? null,
});

const SIZE_UNITS: Record<string, number> = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 };
const parseSize = (size: string): number => Number.parseInt(size, 10) * (SIZE_UNITS[size.slice(-2)] ?? 1);

export type FilesConfig = ReturnType<typeof toFilesConfig>;

function toFilesConfig(env: Environment, dataDir: string) {
  const {
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_BUCKET: bucket,
    FILES_S3_REGION: region,
    FILES_S3_ACCESS_KEY_ID: accessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = env;
  return {
    /** Folder of the files, unless they are in a bucket, and of uploads that are under way. */
    folder: path.resolve(env.FILES_DIR ?? path.join(dataDir, 'files')),
    /** Bucket of an S3-compatible object storage; null: files are in the folder. */
    s3:
      endpoint && bucket && region && accessKeyId && secretAccessKey
        ? { endpoint, bucket, region, accessKeyId, secretAccessKey }
        : null,
    /** Bytes of all files together; null: half of the disk space that is free without them, in a bucket any number. */
    totalBytes: env.FILES_TOTAL === undefined ? null : parseSize(env.FILES_TOTAL),
    /** Downloads that this process sends at the same time. */
    streams: Number(env.FILES_STREAMS ?? 64),
    /** Megabits per second of all downloads of this process together; null: no limit. */
    mbit: env.FILES_MBIT === undefined ? null : Number(env.FILES_MBIT),
    /** Program that scans a file for viruses, with its arguments; null: files are not scanned. */
    scanCommand: env.FILES_SCAN_COMMAND?.trim().split(/\s+/) ?? null,
  };
}

function toTrustedProxies(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const { address, bits, family } of ['127.0.0.0/8', '::1', ...networks].flatMap(
    (text) => parseNetwork(text) ?? [],
  ))
    list.addSubnet(address, bits, family);
  return list;
}

export const readConfig = (): Config => parseConfig(process.env);

/** Environment of the virus scanner: where programs are, but no secrets of the app. */
export const scannerEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LANG|LC_ALL|TMPDIR)$/.test(name)));

/** Environment of PostgreSQL's client programs: where programs are, and libpq's own variables, but no secrets of the app. */
export const postgresToolEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|LANG|LC_ALL|PG[A-Z]+)$/.test(name)));
