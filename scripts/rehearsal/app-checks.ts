import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import type { Image } from './build-stage.ts';
import { check, retryUntil, assertEqual } from './checks.ts';
import type { Container } from './container.ts';

/** Startup timeout, like HEALTHCHECK. */
const START_MS = 60_000;
const COMMAND_MS = 120_000;
/** Doctor checks that need no external network. */
const LOCAL_CHECKS = ['configuration', 'node', 'dependencies', 'data folder', 'disk', 'database', 'backups', 'port'];

type Finding = { part: string; state: string; says: string };

/** Checks the running app. */
export async function checkApp(image: Image, app: Container, volumes: string): Promise<void> {
  await check('HEALTHCHECK exits with 0 after startup', () => untilHealthy(image, app));
  for (const endpoint of ['/', '/healthz', '/readyz'])
    await check(`${endpoint} answers`, async () => {
      const { status } = await fetch(`http://127.0.0.1:${image.ports[0]}${endpoint}`);
      return assertEqual(status, 200);
    });
  await check('The process has no additional privileges', () => confinement(app));
  await check('The process cannot change its own code', () => {
    const { status, stderr } = app.exec(['node', '-e', "require('fs').writeFileSync('/app/x', '')"], COMMAND_MS);
    if (status === 0 || !stderr.includes('EROFS')) throw new Error(`${status} ${stderr}`);
    return 'EROFS';
  });
  await check('The image libraries are installed for this platform', () => {
    const load = "await import('sharp'); await import('@resvg/resvg-js')";
    const { status, stderr } = app.exec(['node', '--input-type=module', '-e', load], COMMAND_MS);
    if (status !== 0) throw new Error(stderr);
    return 'sharp, resvg';
  });
  await check('node server/ops/commands/backup.ts writes into the volume', () => {
    const { status, stdout, stderr } = app.exec(['node', 'server/ops/commands/backup.ts'], COMMAND_MS);
    if (status !== 0) throw new Error(`${stdout}${stderr}`);
    const [name = ''] = readdirSync(path.join(volumes, 'backups'));
    const { size, mode } = statSync(path.join(volumes, 'backups', name));
    return `${name}, ${size} bytes, mode ${(mode & 0o777).toString(8)}`;
  });
  await check('node server/ops/commands/doctor.ts finds no fault', () => doctor(app));
}

async function untilHealthy({ health }: Image, app: Container): Promise<string> {
  if (!health) throw new Error('the image has no HEALTHCHECK');
  const startedAt = Date.now();
  await retryUntil(START_MS, () => {
    if (app.child.exitCode !== null) throw new Error(`the app exited: ${app.output()}`);
    const { status, stderr } = app.exec(health.command, health.timeoutMs);
    if (status !== 0) throw new Error(`${status} ${stderr}\n${app.output()}`);
  });
  return `after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
}

/** Process restrictions as reported by the kernel. */
function confinement({ child }: Container): string {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const valueOf = (key: string) => new RegExp(`^${key}:\\s+(\\S+)`, 'm').exec(status)?.[1];
  const none = '0'.repeat(16);
  assertEqual(['Uid', 'CapEff', 'CapPrm', 'CapBnd', 'CapInh', 'NoNewPrivs'].map(valueOf), [
    '1000',
    none,
    none,
    none,
    none,
    '1',
  ]);
  return 'uid 1000, no capability, no new privileges';
}

function doctor(app: Container): string {
  const { stdout, stderr } = app.exec(['node', 'server/ops/commands/doctor.ts', '--json'], COMMAND_MS);
  if (!stdout.startsWith('[')) throw new Error(`${stdout}${stderr}`);
  const findings = JSON.parse(stdout) as Finding[];
  const wrong = findings.filter(
    ({ part, state }) => LOCAL_CHECKS.includes(part) && ['wrong', 'warning'].includes(state),
  );
  assertEqual(
    wrong.map(({ part, says }) => `${part}: ${says}`),
    [],
  );
  return `${findings.filter(({ state }) => state === 'ok').length} of ${findings.length} findings are ok`;
}

/** Checks STOPSIGNAL and the grace period. */
export async function checkEnd(image: Image, app: Container, grace: string): Promise<void> {
  await check(`${image.stopSignal} ends the app with exit code 0 within ${grace}`, async () => {
    const startedAt = Date.now();
    app.child.kill(image.stopSignal as NodeJS.Signals);
    const killTimer = setTimeout(() => app.child.kill('SIGKILL'), Number.parseInt(grace, 10) * 1000);
    const code = await app.ended;
    clearTimeout(killTimer);
    if (code !== 0) throw new Error(`${code}: ${app.output()}`);
    return `after ${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
  });
}
