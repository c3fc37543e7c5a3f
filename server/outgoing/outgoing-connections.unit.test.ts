import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const SERVER = path.join(import.meta.dirname, '..');

/** Patterns for every kind of outgoing connection or DNS query, and for handing on `fetch`. */
const CONNECTION_PATTERNS: Record<string, RegExp> = {
  fetch: /(?<![.\w])fetch\(|globalThis\.fetch|\bexternalFetch(: | = )fetch\b|\?\? fetch\b/,
  externalFetch: /(?<!\w)externalFetch\(/,
  'node:http(s)': /import \{[^}]*\brequest\b[^}]*\} from 'node:https?'/,
  sockets: /import \{[^}]*\b(connect|createConnection|Socket)\b[^}]*\} from 'node:(net|tls)'/,
  names: /from 'node:dns/,
  'other protocols': /from 'node:(http2|dgram)'/,
  mail: /(from |import\()'nodemailer'/,
  database: /new pg\.(Client|Pool)\(/,
  stripe: /new Stripe\(/,
  'object storage': /import\('@aws-sdk\//,
};

/** Matches the section "Outgoing connections" of docs/security.md. */
const EXPECTED_CONNECTIONS: Record<string, string[]> = {
  'app.ts': ['fetch'],
  'auth/captcha.ts': ['externalFetch'],
  'core/remote-clock.ts': ['fetch'],
  'db/listen-postgres.ts': ['database'],
  'db/migrations.ts': ['database'],
  'db/open-postgres.ts': ['database'],
  'db/postgres-pool.ts': ['database'],
  'delivery/s3-store.ts': ['object storage'],
  'email/mail-transport.ts': ['mail'],
  'email/sms-transport.ts': ['externalFetch'],
  'ops/backup/postgres-tools.ts': ['database'],
  'ops/doctor/check-address.ts': ['sockets'],
  'ops/doctor/check-database.ts': ['database'],
  'ops/doctor/check-mail.ts': ['mail'],
  'ops/doctor/check-permissions.ts': ['externalFetch'],
  'ops/doctor/finding.ts': ['externalFetch'],
  'ops/doctor/run-doctor.ts': ['fetch'],
  'outgoing/dns.ts': ['names'],
  'outgoing/guarded-request.ts': ['names', 'node:http(s)'],
  'stripe/client.ts': ['stripe'],
};

const SOURCES = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|^testing\/|^ops\/(seed-demo|commands\/)/.test(name))
  .map((name) => ({ name, source: readFileSync(path.join(SERVER, name), 'utf8') }));

test('makes outgoing connections only in the listed files', () => {
  const connections: Record<string, string[]> = {};
  for (const { name, source } of SOURCES) {
    const kinds = Object.keys(CONNECTION_PATTERNS).filter((kind) => CONNECTION_PATTERNS[kind]?.test(source));
    if (kinds.length > 0) connections[name] = kinds.toSorted();
  }
  expect(connections).toEqual(EXPECTED_CONNECTIONS);
});

/** Matches a call that would follow redirects, up to the end of its statement. */
const FETCH_CALL = /(?:(?<![.\w])(?:fetch|externalFetch)|\.externalFetch|provider\.fetch)\([^]*?;\n/g;

/**
 * OWASP ASVS 15.3.2. `oauth4webapi`, `jose` and `node:http` (used by the Stripe SDK and guarded requests) do not follow
 * redirects either; mail has none.
 */
test('follows no redirects', () => {
  const calls = SOURCES.flatMap(({ name, source }) =>
    [...source.matchAll(FETCH_CALL)].map(([call]) => ({
      name,
      followsRedirects: !/redirect: '(error|manual)'/.test(call),
    })),
  );
  expect(calls.filter(({ followsRedirects }) => followsRedirects)).toEqual([]);
  expect([...new Set(calls.map(({ name }) => name))].toSorted()).toEqual([
    'auth/captcha.ts',
    'auth/identities/provider-flow.ts',
    'core/remote-clock.ts',
    'email/sms-transport.ts',
    'ops/doctor/check-permissions.ts',
    'ops/doctor/finding.ts',
  ]);
});
