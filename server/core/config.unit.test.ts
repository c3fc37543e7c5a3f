import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { SAMPLE_RATES } from '#domain/exchange-rate-table.ts';

import { ConfigError, parseConfig } from './config.ts';

/** Canary values that a test would find in an error message. */
const TEST_KEY = 'sk_test_51CanaryKeyCanary';
const LIVE_KEY = 'sk_live_51CanaryKeyCanary';
const APP_URL = 'https://shop.example';
const SECRET = 'canary-canary-canary-canary-canary-canary';
const WEBHOOK_SECRET = 'whsec_canarycanary';
const DATABASE_URL = 'postgres://owner:canary-password@db.example/shop';
const WEBHOOK_SECRETS = {
  STRIPE_WEBHOOK_SECRET_PLATFORM: WEBHOOK_SECRET,
  STRIPE_WEBHOOK_SECRET_CONNECT: WEBHOOK_SECRET,
};

type Environment = Record<string, string>;

function errorsOf(env: Environment): string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, ...errors] = error.message.split('\n');
    return errors.map((line) => line.replace('  - ', ''));
  }
}

test('needs no variables', () => {
  expect(parseConfig({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    appUrl: 'http://localhost:3000',
    dataDir: '.data',
    databaseUrl: null,
    mode: 'sandbox',
    minPassword: 6,
    rateLimits: 'wide',
  });
  expect(parseConfig({ PORT: '4000' }).appUrl).toBe('http://localhost:4000');
  expect(parseConfig({ PORT: '', APP_URL: '', DATABASE_URL: '' })).toEqual(parseConfig({}));
});

const COMPLETE: [Environment, object][] = [
  [{ APP_URL: 'https://shop.example/' }, { appUrl: 'https://shop.example' }],
  [
    { DATABASE_URL, AUTH_SECRET: SECRET },
    { databaseUrl: DATABASE_URL, mode: 'sandbox' },
  ],
  [
    { STRIPE_SECRET_KEY: TEST_KEY, ...WEBHOOK_SECRETS },
    { mode: 'test', rateLimits: 'wide', stripeClientId: null },
  ],
  [{ STRIPE_SECRET_KEY: TEST_KEY, ...WEBHOOK_SECRETS, STRIPE_CLIENT_ID: 'ca_123' }, { stripeClientId: 'ca_123' }],
  [
    { STRIPE_SECRET_KEY: LIVE_KEY, APP_URL, ...WEBHOOK_SECRETS, DATABASE_URL, AUTH_SECRET: SECRET },
    { mode: 'live', rateLimits: 'live' },
  ],
  [
    { STRIPE_SECRET_KEY: 'rk_live_1', APP_URL, ...WEBHOOK_SECRETS, DATABASE_URL, AUTH_SECRET: SECRET },
    { mode: 'live' },
  ],
  [
    { SANDBOX_URL: 'http://localhost:3010/x', ...WEBHOOK_SECRETS },
    { sandboxUrl: 'http://localhost:3010', mode: 'sandbox' },
  ],
  [{ SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'shop@example.com' }, { mailFrom: 'shop@example.com' }],
  [
    { DATA_DIR: '/data', FILES_TOTAL: '200 GB', FILES_MBIT: '100', FILES_SCAN_COMMAND: ' clamdscan  --fdpass ' },
    {
      files: { folder: '/data/files', totalBytes: 200 * 1024 ** 3, mbit: 100, scanCommand: ['clamdscan', '--fdpass'] },
    },
  ],
  [
    { FILES_DIR: '/files' },
    { files: { folder: '/files', s3: null, totalBytes: null, streams: 64, mbit: null, scanCommand: null } },
  ],
  [{ RATE_LIMITS: 'off' }, { rateLimits: 'off' }],
  [{ PASSWORD_HASHING: 'cheap' }, { passwordHashing: 'cheap' }],
];

test('ignores variables of other programs', () => {
  const env = {
    API_URL: 'x',
    DATABASE_PORT: 'tcp://10.0.0.1:5432',
    HOME: '/root',
    HOSTS: 'x',
    XDG_DATA_DIRS: 'x',
    GITHUB_TOKEN: 'x',
  };
  expect(errorsOf(env)).toEqual([]);
  expect(errorsOf({ DATABASE_URL, AUTH_SECRET: SECRET, DATABASE_URI: DATABASE_URL })).toEqual([]);
});

test.for(COMPLETE)('accepts a complete environment: %o', ([env, expected]) => {
  expect(errorsOf(env)).toEqual([]);
  expect(parseConfig(env)).toMatchObject(expected);
});

/** Incomplete environments, with the variable that each error message starts with. */
const INCOMPLETE: [Environment, string[]][] = [
  [{ ALLOW_EMBEDDED_LIVE: '1' }, ['ALLOW_EMBEDDED_LIVE is no longer supported. Remove it, and set DATABASE_URL']],
  [{ DISK_FLOOR_MB: '200' }, ['DISK_FLOOR_MB is no longer supported']],
  [{ DATABSE_URL: 'canary' }, ['DATABSE_URL is not a setting. Did you mean DATABASE_URL?']],
  [
    { DATABASE_URI: 'canary', LOG_LEVEL: 'loud' },
    ['DATABASE_URI is not a setting. Did you mean DATABASE_URL?', 'LOG_LEVEL'],
  ],
  [{ SMTPURL: 'canary' }, ['SMTPURL is not a setting. Did you mean SMTP_URL?']],
  [{ auth_secret: 'canary' }, ['auth_secret is not a setting. Did you mean AUTH_SECRET?']],
  [{ BACKUP_KEY: SECRET }, ['BACKUP_DIR and BACKUP_KEY require DATABASE_URL']],
  [{ FILES_S3_BUCKET: 'canary' }, ['FILES_S3_ENDPOINT, FILES_S3_BUCKET, FILES_S3_REGION']],
  [{ FILES_TOTAL: '200' }, ['FILES_TOTAL']],
  [{ FILES_STREAMS: '0' }, ['FILES_STREAMS']],
  [{ PORT: 'http' }, ['PORT']],
  [{ PORT: '0' }, ['PORT']],
  [{ PORT: '65536' }, ['PORT']],
  [{ PORT: '-1' }, ['PORT']],
  [{ APP_URL: 'shop.example' }, ['APP_URL']],
  [{ APP_URL: 'ftp://shop.example' }, ['APP_URL']],
  [{ APP_URL: 'javascript:alert(1)' }, ['APP_URL']],
  [{ DATABASE_URL: 'mysql://db.example/shop', AUTH_SECRET: SECRET }, ['DATABASE_URL']],
  [{ DATABASE_URL: 'a database', AUTH_SECRET: SECRET }, ['DATABASE_URL']],
  [{ DATABASE_URL }, ['AUTH_SECRET']],
  [{ AUTH_SECRET: 'canary-short' }, ['AUTH_SECRET must have at least 32 random characters. Create one with: openssl']],
  [{ AUTH_SECRET: SECRET, AUTH_SECRET_ALSO: 'canary-short' }, ['AUTH_SECRET_ALSO must have at least 32']],
  [{ AUTH_SECRET: SECRET, AUTH_SECRET_ALSO: SECRET }, ['AUTH_SECRET_ALSO must differ from AUTH_SECRET']],
  [{ AUTH_SECRET_ALSO: SECRET }, ['AUTH_SECRET_ALSO requires AUTH_SECRET']],
  [{ BACKUP_KEY: 'canary-short' }, ['BACKUP_KEY must have at least 32 random characters. Create one with: openssl']],
  [{ AUTH_MIN_PASSWORD: '5' }, ['AUTH_MIN_PASSWORD']],
  [{ AUTH_MIN_PASSWORD: 'canary' }, ['AUTH_MIN_PASSWORD']],
  [{ STRIPE_SECRET_KEY: 'pk_live_canary', ...WEBHOOK_SECRETS }, ['STRIPE_SECRET_KEY']],
  [{ STRIPE_SECRET_KEY: 'canary', ...WEBHOOK_SECRETS }, ['STRIPE_SECRET_KEY']],
  [{ STRIPE_SECRET_KEY: TEST_KEY }, ['STRIPE_SECRET_KEY']],
  [{ STRIPE_SECRET_KEY: TEST_KEY, ...WEBHOOK_SECRETS, STRIPE_CLIENT_ID: 'canary' }, ['STRIPE_CLIENT_ID']],
  [{ STRIPE_CLIENT_ID: 'ca_canary' }, ['STRIPE_CLIENT_ID']],
  [
    { STRIPE_SECRET_KEY: TEST_KEY, STRIPE_WEBHOOK_SECRET_PLATFORM: WEBHOOK_SECRET },
    ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET_PLATFORM'],
  ],
  [{ STRIPE_WEBHOOK_SECRET_CONNECT: WEBHOOK_SECRET }, ['STRIPE_WEBHOOK_SECRET_PLATFORM']],
  [
    { STRIPE_WEBHOOK_SECRET_PLATFORM: 'canary', STRIPE_WEBHOOK_SECRET_CONNECT: WEBHOOK_SECRET },
    ['STRIPE_WEBHOOK_SECRET_PLATFORM', 'STRIPE_WEBHOOK_SECRET_PLATFORM'],
  ],
  [{ STRIPE_SECRET_KEY: TEST_KEY, ...WEBHOOK_SECRETS, SANDBOX_URL: 'http://localhost:3010' }, ['SANDBOX_URL']],
  [{ SANDBOX_URL: 'http://localhost:3010' }, ['SANDBOX_URL']],
  [{ SANDBOX_URL: 'localhost:3010', ...WEBHOOK_SECRETS }, ['SANDBOX_URL']],
  [{ STRIPE_SECRET_KEY: LIVE_KEY, APP_URL, ...WEBHOOK_SECRETS }, ['A live key requires PostgreSQL: set DATABASE_URL']],
  [{ STRIPE_SECRET_KEY: LIVE_KEY, ...WEBHOOK_SECRETS, DATABASE_URL, AUTH_SECRET: SECRET }, ['APP_URL']],
  [
    {
      STRIPE_SECRET_KEY: LIVE_KEY,
      APP_URL: 'http://shop.example',
      ...WEBHOOK_SECRETS,
      DATABASE_URL,
      AUTH_SECRET: SECRET,
    },
    ['APP_URL'],
  ],
  [
    { STRIPE_SECRET_KEY: LIVE_KEY, APP_URL, ...WEBHOOK_SECRETS, ALLOW_EMBEDDED_LIVE: 'yes' },
    ['ALLOW_EMBEDDED_LIVE', 'A live key'],
  ],
  [
    {
      STRIPE_SECRET_KEY: LIVE_KEY,
      APP_URL,
      ...WEBHOOK_SECRETS,
      DATABASE_URL,
      AUTH_SECRET: SECRET,
      RATE_LIMITS: 'off',
    },
    ['RATE_LIMITS=off'],
  ],
  [{ RATE_LIMITS: 'none' }, ['RATE_LIMITS']],
  [
    {
      STRIPE_SECRET_KEY: LIVE_KEY,
      APP_URL,
      ...WEBHOOK_SECRETS,
      DATABASE_URL,
      AUTH_SECRET: SECRET,
      PASSWORD_HASHING: 'cheap',
    },
    ['PASSWORD_HASHING=cheap'],
  ],
  [{ PASSWORD_HASHING: 'none' }, ['PASSWORD_HASHING']],
  [{ SMTP_URL: 'smtp://mail.example' }, ['SMTP_URL']],
  [{ MAIL_FROM: 'canary@example.com' }, ['SMTP_URL']],
  [{ SMTP_URL: 'http://mail.example', MAIL_FROM: 'shop@example.com' }, ['SMTP_URL', 'SMTP_URL']],
  [{ LOG_LEVEL: 'loud' }, ['LOG_LEVEL']],
  [
    {
      PORT: 'x',
      DATABASE_URL,
      STRIPE_SECRET_KEY: LIVE_KEY,
      APP_URL,
      RATE_LIMITS: 'off',
      MAIL_FROM: 'canary@example.com',
    },
    ['PORT', 'AUTH_SECRET', 'STRIPE_SECRET_KEY', 'RATE_LIMITS=off', 'SMTP_URL'],
  ],
];

test.for(INCOMPLETE)('refuses an incomplete environment and lists every problem: %o', ([env, variables]) => {
  const errors = errorsOf(env);
  expect(errors.map((problem) => variables.find((name) => problem.startsWith(name)))).toEqual(variables);
  expect(errors.join('\n')).not.toMatch(/canary/i);
});

function ratesFile(content: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-rates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'rates.json');
  writeFileSync(file, content);
  return file;
}

test('uses only the rates of the file instead of the sample rates', () => {
  expect(parseConfig({}).exchangeRates).toBe(SAMPLE_RATES);
  const rates = { date: '2026-11-01', source: 'Our bank.', perUsd: { EUR: '0.87' } };
  expect(parseConfig({ FX_RATES_FILE: ratesFile(JSON.stringify(rates)) }).exchangeRates).toEqual(rates);
});

const BAD_RATES: [string, string[]][] = [
  ['canary', ['FX_RATES_FILE is not valid JSON']],
  ['{"source": "A bank", "perUsd": {"EUR": 1}}', ['FX_RATES_FILE date is missing']],
  [
    '{"date": "2026-11-01", "source": "A bank", "perUsd": {"XXX": 1, "EUR": 0}}',
    [
      'FX_RATES_FILE perUsd EUR must be units of the currency for one US dollar, between 0.01 and 10,000,000',
      'FX_RATES_FILE perUsd XXX is not a supported currency',
    ],
  ],
  ['[]', ['FX_RATES_FILE']],
];

test('refuses an invalid rates file and lists every problem', () => {
  expect(errorsOf({ FX_RATES_FILE: '/nowhere/canary.json' })).toEqual(['FX_RATES_FILE could not be read']);
  for (const [content, expected] of BAD_RATES) {
    const errors = errorsOf({ FX_RATES_FILE: ratesFile(content), LOG_LEVEL: 'loud' });
    expect(errors.slice(0, -1).map((text, index) => text.slice(0, expected[index]?.length))).toEqual(expected);
    expect(errors.at(-1)).toMatch(/^LOG_LEVEL/);
  }
});
