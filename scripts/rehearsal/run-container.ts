// Second part of npm run rehearse:image, in its own namespaces: runs the image like compose.yaml.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { checkEnd, checkApp } from './app-checks.ts';
import type { Image } from './build-stage.ts';
import { reportResult } from './checks.ts';
import { composeFile, readCompose } from './compose.ts';
import { startContainer } from './container.ts';
import { checkImage } from './image-checks.ts';
import { openImagePostgres } from './image-postgres.ts';
import { checkUnavailable, checkCaddyfile, checkProxy, startProxy } from './proxy-checks.ts';
import { run } from './run-program.ts';
import { OUTSIDE } from './visit.ts';

type BuiltImage = { image: Image; base: string; caddy: string };
const DOMAIN = 'shop.example';
/** Settings of deploy/.env, with a shutdown delay, which is zero in the sandbox by default. */
const SETTINGS = {
  DOMAIN,
  OPERATOR_EMAIL: 'owner@shop.example',
  DATABASE_PASSWORD: 'rehearsal',
  POSTGRES_PASSWORD: 'rehearsedByItself',
  AUTH_SECRET: 'rehearsal'.repeat(4),
  BACKUP_KEY: 'rehearsed'.repeat(4),
  SHUTDOWN_DELAY: '5',
};

const [folder = ''] = process.argv.slice(2);
const { image, base, caddy } = JSON.parse(readFileSync(path.join(folder, 'image.json'), 'utf8')) as BuiltImage;
const compose = readCompose(composeFile('.'), SETTINGS);
const { shop: service, proxy } = compose.services;
const inside = compose.networks.inside?.ipam.config[0].ip_range.replace(/\/\d+$/, '') ?? '';
const proxyInside = proxy.networks.inside?.ipv4_address ?? '';

run('ip', ['link', 'set', 'lo', 'up']);
for (const address of [inside, proxyInside, OUTSIDE.proxy, OUTSIDE.visitor])
  run('ip', ['address', 'add', `${address}/32`, 'dev', 'lo']);
// Requests to the app come from the proxy's address, as if both were separate machines.
run('ip', ['route', 'replace', 'local', inside, 'dev', 'lo', 'table', 'local', 'src', proxyInside]);
const hosts = path.join(folder, 'hosts');
writeFileSync(hosts, `127.0.0.1 localhost\n${inside} shop\n${OUTSIDE.proxy} ${DOMAIN}\n`);
const volumes = path.join(folder, 'volumes');
const mounts = [...image.volumes, ...service.volumes.map((volume) => volume.split(':')[1] ?? '')];
await checkImage(image, base, mounts);

const postgres = await openImagePostgres(compose, ['fsync=on']);
const env = { ...SETTINGS, ...service.environment, DATABASE_URL: postgres.shopUrl };
const app = startContainer({ image, service, env, volumes, hosts });
await checkApp(image, app, volumes);
const proxyOptions = { caddy, service: proxy, hosts, folder: path.join(folder, 'proxy') };
await checkCaddyfile(proxyOptions);
const proxyProcess = await startProxy(proxyOptions);
await checkProxy(proxyProcess, DOMAIN, postgres.url);
await checkEnd(image, app, service.stop_grace_period ?? '10s');
await checkUnavailable(proxyProcess, DOMAIN);
proxyProcess.child.kill();
await postgres.close();
process.exit(reportResult());
