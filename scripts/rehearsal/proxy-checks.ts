import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';

import pg from 'pg';

import { API_CSP, commonHeaders } from '#server/http/security-headers.ts';

import { check, retryUntil, assertEqual } from './checks.ts';
import type { Service } from './compose.ts';
import { quoted, run } from './run-program.ts';
import { OUTSIDE, sendVisit } from './visit.ts';

type Proxy = { child: ChildProcess; ca: string };
type ProxyOptions = { caddy: string; service: Service; hosts: string; folder: string };
const STARTUP_TIMEOUT_MS = 30_000;
const FORGED = '192.0.2.99';

/** Validates the unmodified Caddyfile. */
export async function checkCaddyfile({ caddy, service, folder }: ProxyOptions): Promise<void> {
  await check('caddy validate accepts deploy/Caddyfile', () => {
    run(caddy, ['validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], environment(service, folder));
    return run(caddy, ['version']).trim();
  });
}

const environment = (service: Service, folder: string): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  ...service.environment,
  HOME: folder,
  XDG_DATA_HOME: folder,
  XDG_CONFIG_HOME: folder,
});

/** Starts Caddy with local certificates, because no certificate authority is reachable. */
export async function startProxy({ caddy, service, hosts, folder }: ProxyOptions): Promise<Proxy> {
  const file = path.join(folder, 'Caddyfile');
  const text = readFileSync('deploy/Caddyfile', 'utf8');
  writeFileSync(file, text.replace('{\n', '{\n\tlocal_certs\n\tskip_install_trust\n'));
  const capabilities = service.cap_add.map((name) => `,+${name.toLowerCase()}`).join('');
  const command = [
    'setpriv',
    `--bounding-set=-all${capabilities}`,
    '--no-new-privs',
    caddy,
    'run',
    '--config',
    file,
    '--adapter',
    'caddyfile',
  ];
  const script = `mount --bind ${quoted(hosts)} /etc/hosts\nexec ${command.map(quoted).join(' ')}`;
  const child = spawn('unshare', ['--mount', '--propagation=private', 'sh', '-ec', script], {
    env: environment(service, folder),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const root = path.join(folder, 'caddy/pki/authorities/local/root.crt');
  return retryUntil(STARTUP_TIMEOUT_MS, async () => {
    if (!existsSync(root)) throw new Error(`Caddy has no certificate: ${output.slice(-2000)}`);
    const ca = readFileSync(root, 'utf8');
    await sendVisit(`https://${service.environment.DOMAIN}/healthz`, { ca });
    return { child, ca };
  });
}

/** Checks what visitors can reach through the proxy. */
export async function checkProxy({ ca }: Proxy, domain: string, databaseUrl: string): Promise<void> {
  const origin = `https://${domain}`;
  await check('The home page is served over HTTPS with a certificate for its host name', async () => {
    const { status, headers, body } = await sendVisit(origin, { ca });
    assertEqual(status, 200);
    if (!/<h1/.test(body)) throw new Error('without a heading');
    return `${headers['content-type']}`;
  });
  for (const blockedPath of ['/internal', '/internal/tls-allowed', '/operator/backup', '/metrics'])
    await check(`${blockedPath} is not reachable from outside`, async () => {
      const { status, headers, body } = await sendVisit(`${origin}${blockedPath}`, { ca });
      assertOwnHeaders(headers, origin);
      return assertEqual([status, body], [404, '']);
    });
  await check('HTTP redirects to HTTPS on the same host name', async () => {
    const { status, headers } = await sendVisit(`http://${domain}/c/mug?coupon=TEN`);
    assertEqual(status, 308);
    assertOwnHeaders(headers, `http://${domain}`);
    return assertEqual(headers.location, `${origin}/c/mug?coupon=TEN`);
  });
  await check('Requests without TLS are refused', async () => {
    const { status, headers, body } = await sendVisit(`http://${domain}/api/v1/pages`);
    assertOwnHeaders(headers, `http://${domain}`);
    return assertEqual([status, body], [403, 'Use https.']);
  });
  await check('A host name that is not verified gets no certificate', async () => {
    const outcome = await sendVisit('https://strange.example/', { ca }).then(
      ({ status }) => `answered ${status}`,
      (error: Error) => error.message,
    );
    if (!/alert/.test(outcome)) throw new Error(outcome);
    return 'refused in the handshake';
  });
  await check('A forged X-Forwarded-For does not hide the real client address', () => forge(origin, ca, databaseUrl));
}

/** Checks the proxy without the app. */
export async function checkUnavailable({ ca }: Proxy, domain: string): Promise<void> {
  const origin = `https://${domain}`;
  await check('While the app is unavailable, visitors get an error with Retry-After', async () => {
    const { status, headers } = await sendVisit(origin, { ca });
    if (status < 500) throw new Error(`answered ${status}`);
    assertOwnHeaders(headers, origin);
    return assertEqual([headers['retry-after'], headers['cache-control']], ['5', 'no-store']);
  });
}

/** Throws when a response of the proxy itself lacks the app's headers. */
function assertOwnHeaders(headers: IncomingHttpHeaders, origin: string): void {
  const expected = { ...commonHeaders(origin), 'Content-Security-Policy': API_CSP };
  for (const [name, value] of Object.entries(expected)) assertEqual(headers[name.toLowerCase()], value);
  if (!origin.startsWith('https:')) assertEqual(headers['strict-transport-security'], undefined);
}

/** Creates an account with forged address headers; returns the address that the app recorded. */
async function forge(origin: string, ca: string, databaseUrl: string): Promise<string> {
  const { status, body } = await sendVisit(`${origin}/auth/v1/signup`, {
    ca,
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': FORGED, 'x-real-ip': FORGED },
    body: JSON.stringify({ email: 'visitor@example.com', password: 'a rehearsal of the image' }),
  });
  if (status !== 200) throw new Error(`${status} ${body}`);
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query<{ address: string }>(
      `select address from sessions join users on users.id = user_id where email = 'visitor@example.com'`,
    );
    return assertEqual(rows[0]?.address, OUTSIDE.visitor);
  } finally {
    await db.end();
  }
}
