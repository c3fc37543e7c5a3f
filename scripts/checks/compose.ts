import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

import { openOwnPostgres, runStatements, type OwnPostgres } from '../test-postgres.ts';

const HealthCheck = z.strictObject({
  test: z.tuple([z.enum(['CMD', 'CMD-SHELL']), z.string()], z.string()),
  interval: z.string(),
  timeout: z.string(),
  retries: z.int(),
});

/** Keys of a service that our file uses; an unknown key is an error. */
const Service = z.strictObject({
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  image: z.string(),
  restart: z.literal('unless-stopped'),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()),
  configs: z.array(z.strictObject({ source: z.string(), target: z.string() })).default([]),
  ports: z.array(z.string().regex(/^\d+:\d+(\/udp)?$/)).optional(),
  volumes: z.array(z.string().regex(/^[\w./-]+:\/[\w./-]+(:ro)?$/)).default([]),
  tmpfs: z.array(z.string().regex(/^\/\w+(:[\w=,]+)?$/)).default([]),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  mem_limit: z.string().optional(),
  shm_size: z.string().optional(),
  pids_limit: z.int().optional(),
  init: z.boolean().optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .optional(),
  healthcheck: HealthCheck.optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).default({}),
  networks: z.record(z.string(), z.strictObject({ ipv4_address: z.ipv4().optional() })),
});

const Addresses = z.strictObject({ subnet: z.cidrv4(), ip_range: z.cidrv4(), gateway: z.ipv4() });

const Compose = z.strictObject({
  name: z.string(),
  services: z.strictObject({ app: Service, database: Service, proxy: Service }),
  networks: z.record(z.string(), z.strictObject({ ipam: z.strictObject({ config: z.tuple([Addresses]) }) })),
  configs: z.record(z.string(), z.strictObject({ content: z.string() })),
  volumes: z.record(z.string(), z.null()),
});
type Compose = z.infer<typeof Compose>;

/** Parses the compose file with variables substituted; `${NAME:?}` fails for a missing value. */
export function readCompose(text: string, settings: Readonly<Record<string, string>>): Compose {
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(/\$\{(\w+)(:\?)?\}/g, (_, name: string) => settingOf(name));
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filled(inner)]));
    return value;
  };
  const settingOf = (name: string): string => {
    const value = settings[name];
    if (!value) throw new Error(`compose.yaml: required variable ${name} is missing a value`);
    return value;
  };
  return Compose.parse(filled(parse(text)));
}

/** Required settings. */
export const requiredSettings = (text: string): string[] => [
  ...new Set([...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name)),
];

/** `url`: as the superuser; `shopUrl`: as the app. */
export type ImagePostgres = Pick<OwnPostgres, 'url' | 'close'> & { shopUrl: string };

const INIT_FOLDER = '/docker-entrypoint-initdb.d/';
/** Password-free access for the superuser; all others need a password, like in the image. */
const ACCESS = 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n';

/** A PostgreSQL server initialized like its image: the database, then the service's scripts. */
export async function openImagePostgres(
  settings: Readonly<Record<string, string>>,
  maxMajor = Infinity,
): Promise<ImagePostgres> {
  const { services, configs } = readCompose(readFileSync('deploy/compose.yaml', 'utf8'), settings);
  const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-access-'));
  chmodSync(folder, 0o755);
  const access = path.join(folder, 'pg_hba.conf');
  writeFileSync(access, ACCESS);
  const { url, close } = await openOwnPostgres([`hba_file=${access}`], maxMajor);
  const { POSTGRES_DB = '' } = services.database.environment;
  await runSql(url, `create database "${POSTGRES_DB}"`);
  const inside = new URL(url);
  inside.pathname = `/${POSTGRES_DB}`;
  for (const { source, target } of services.database.configs) {
    if (!target.startsWith(INIT_FOLDER) || !target.endsWith('.sql')) throw new Error(`The test cannot run ${target}`);
    await runSql(inside.href, configs[source]?.content ?? '');
  }
  const appUrl = new URL(services.app.environment.DATABASE_URL ?? '');
  appUrl.host = inside.host;
  return {
    url: inside.href,
    shopUrl: appUrl.href,
    close: async () => {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

const runSql = (url: string, sql: string): Promise<unknown[]> =>
  runStatements(url, ...sql.split(/;\s*$/m).filter((text) => text.trim() !== ''));
