import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';

import pg from 'pg';

import { API_CSP, commonHeaders } from '#server/http/security-headers.ts';

import { check, eventually, is } from './checks.ts';
import type { Service } from './compose.ts';
import { quoted, run } from './run.ts';
import { OUTSIDE, visit } from './visit.ts';

type Proxy = { child: ChildProcess; ca: string };
type Wish = { caddy: string; service: Service; hosts: string; folder: string };
const START_MS = 30_000;
const FORGED = '192.0.2.99';

/** The file as it is: whether Caddy understands it. */
export async function checkCaddyfile({ caddy, service, folder }: Wish): Promise<void> {
  await check('caddy validate takes deploy/Caddyfile', () => {
    run(
      caddy,
      ['validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'],
      environment(service, folder),
    );
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

/** The same file, but that certificates are Caddy's own: no authority can be asked from here. */
export async function startProxy({ caddy, service, hosts, folder }: Wish): Promise<Proxy> {
  const file = path.join(folder, 'Caddyfile');
  const text = readFileSync('deploy/Caddyfile', 'utf8');
  writeFileSync(file, text.replace('{\n', '{\n\tlocal_certs\n\tskip_install_trust\n'));
  const kept = service.cap_add.map((name) => `,+${name.toLowerCase()}`).join('');
  const command = [
    'setpriv',
    `--bounding-set=-all${kept}`,
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
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  const root = path.join(folder, 'caddy/pki/authorities/local/root.crt');
  return eventually(START_MS, async () => {
    if (!existsSync(root)) throw new Error(`Caddy has no certificate: ${said.slice(-2000)}`);
    const ca = readFileSync(root, 'utf8');
    await visit(`https://${service.environment.DOMAIN}/healthz`, { ca });
    return { child, ca };
  });
}

/** What visitors get of the shop, and what they do not. */
export async function checkProxy({ ca }: Proxy, domain: string, databaseUrl: string): Promise<void> {
  const origin = `https://${domain}`;
  await check("The shop's page comes by https, under a certificate for its name", async () => {
    const { status, headers, body } = await visit(origin, { ca });
    is(status, 200);
    if (!/<h1/.test(body)) throw new Error('without a heading');
    return `${headers['content-type']}`;
  });
  for (const place of ['/internal', '/internal/tls-allowed', '/operator/backup', '/metrics'])
    await check(`${place} is not there from outside`, async () => {
      const { status, headers, body } = await visit(`${origin}${place}`, { ca });
      isOwn(headers, origin);
      return is([status, body], [404, '']);
    });
  await check('http leads to https under the very name', async () => {
    const { status, headers } = await visit(`http://${domain}/c/mug?coupon=TEN`);
    is(status, 308);
    isOwn(headers, `http://${domain}`);
    return is(headers.location, `${origin}/c/mug?coupon=TEN`);
  });
  await check('Programs without TLS are refused', async () => {
    const { status, headers, body } = await visit(`http://${domain}/api/v1/pages`);
    isOwn(headers, `http://${domain}`);
    return is([status, body], [403, 'Use https.']);
  });
  await check('A name that nobody has proven gets no certificate', async () => {
    const refused = await visit('https://strange.example/', { ca }).then(
      ({ status }) => `answered ${status}`,
      (error: Error) => error.message,
    );
    if (!/alert/.test(refused)) throw new Error(refused);
    return 'refused in the handshake';
  });
  await check('Whoever forges X-Forwarded-For is still known by their own address', () =>
    forge(origin, ca, databaseUrl),
  );
}

/** What comes when there is no shop behind it. */
export async function checkAway({ ca }: Proxy, domain: string): Promise<void> {
  const origin = `https://${domain}`;
  await check('While the shop is away visitors are told when to come again', async () => {
    const { status, headers } = await visit(origin, { ca });
    if (status < 500) throw new Error(`answered ${status}`);
    isOwn(headers, origin);
    return is([headers['retry-after'], headers['cache-control']], ['5', 'no-store']);
  });
}

/** Throws where an answer of the proxy itself lacks what answers of the shop have. */
function isOwn(headers: IncomingHttpHeaders, origin: string): void {
  const wanted = { ...commonHeaders(origin), 'Content-Security-Policy': API_CSP };
  for (const [name, value] of Object.entries(wanted)) is(headers[name.toLowerCase()], value);
  if (!origin.startsWith('https:')) is(headers['strict-transport-security'], undefined);
}

/** An account that is made in this way, and the address that the shop noted of it. */
async function forge(origin: string, ca: string, databaseUrl: string): Promise<string> {
  const { status, body } = await visit(`${origin}/auth/v1/signup`, {
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
    return is(rows[0]?.address, OUTSIDE.visitor);
  } finally {
    await db.end();
  }
}
