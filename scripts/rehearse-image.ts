// npm run rehearse:image: builds deploy/Dockerfile without Docker and runs the image like deploy/compose.yaml.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  readdirSync,
  realpathSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { parseIgnoreFile, createBuildContext } from './rehearsal/build-context.ts';
import { buildStage, type Image } from './rehearsal/build-stage.ts';
import { parseStages } from './rehearsal/dockerfile.ts';
import { caddyIn, RehearsalUnavailable, installDebootstrap, run } from './rehearsal/run-program.ts';

const BASE = /^node:(\d+)-([a-z]+)-slim$/;

/** Creates a base root like the Node image, atomically: minimal Debian, Node, npm and the user `node`. */
function layOutBase(base: string, ready: string): void {
  const [, line, suite = ''] = BASE.exec(base) ?? [];
  if (line !== process.versions.node.split('.')[0])
    throw new RehearsalUnavailable(`${base} cannot be put together with Node ${process.versions.node}.`);
  installDebootstrap();
  const folder = `${ready}.new`;
  rmSync(folder, { recursive: true, force: true });
  run('debootstrap', ['--variant=minbase', suite, folder, mirrorOf(suite)]);
  const local = path.join(folder, 'usr/local');
  copyFileSync(process.execPath, path.join(local, 'bin/node'));
  chmodSync(path.join(local, 'bin/node'), 0o755);
  const npm = path.dirname(path.dirname(realpathSync(run('sh', ['-c', 'command -v npm']).trim())));
  cpSync(npm, path.join(local, 'lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, path.join(local, 'bin', name));
  run('chroot', [folder, 'useradd', '--uid', '1000', '--create-home', '--shell', '/bin/bash', 'node']);
  // Docker mounts these files; those of this machine must not leak in.
  for (const name of ['etc/resolv.conf', 'etc/hosts', 'etc/hostname']) writeFileSync(path.join(folder, name), '');
  renameSync(folder, ready);
}

/** The Debian mirror of this machine. */
function mirrorOf(suite: string): string {
  const folder = '/etc/apt/sources.list.d';
  const files = [
    '/etc/apt/sources.list',
    ...(existsSync(folder) ? readdirSync(folder) : []).map((name) => path.join(folder, name)),
  ];
  const text = files
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n\n');
  const mirrorPatterns = [
    new RegExp(String.raw`^URIs: (\S+)\nSuites: (?:\S+ )*${suite}(?: |$)`, 'm'),
    new RegExp(String.raw`^deb (?:\[.*\] )?(\S+) ${suite} `, 'm'),
  ];
  const mirror = mirrorPatterns.map((pattern) => pattern.exec(text)?.[1]).find((url) => url !== undefined);
  if (!mirror) throw new Error(`No mirror of Debian's ${suite} stands in /etc/apt: add one to its sources.`);
  return mirror;
}

const HELP = `
  npm run rehearse:image                      carries out deploy/Dockerfile in scratch roots (debootstrap, chroot), runs the
                                              image as deploy/compose.yaml says, with a PostgreSQL of its own, and Caddy
                                              with deploy/Caddyfile before it; checks what must hold, and ends with 1
                                              where something does not
  npm run rehearse:image -- --folder FOLDER   the same in a folder that is kept, with the base that is in it already

  Needs root, Debian, a network and 3 GB of disk. No Docker. What only Docker and its registry know is not tried: the tags of
  images, limits of memory and processes, restarts.
`;
const ROOT = path.join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(path.join(ROOT, 'deploy', name), 'utf8');

const { values } = parseArgs({
  options: { folder: { type: 'string' }, help: { type: 'boolean', default: false } },
});

if (values.help) console.log(HELP);
else {
  const folder = values.folder ?? mkdtempSync(path.join(tmpdir(), 'tillwright-image-'));
  try {
    process.chdir(ROOT);
    process.exitCode = rehearse(path.resolve(folder));
  } catch (error) {
    console.error(error instanceof RehearsalUnavailable ? error.message : error);
    process.exitCode = 1;
  } finally {
    if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function rehearse(folder: string): number {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new RehearsalUnavailable('Only root on Linux can make roots and namespaces: start it with sudo.');
  const caddy = caddyIn(path.join(folder, 'caddy'));
  for (const name of ['context', 'stages', 'volumes', 'proxy'])
    rmSync(path.join(folder, name), { recursive: true, force: true });
  for (const name of ['context', 'stages', 'proxy']) mkdirSync(path.join(folder, name), { recursive: true });
  const built = build(folder);
  writeFileSync(path.join(folder, 'image.json'), JSON.stringify({ ...built, caddy }));
  console.log('Standing up');
  const namespaceFlags = ['--net', '--pid', '--fork', '--mount-proc', '--kill-child'];
  const standScript = path.join(import.meta.dirname, 'rehearsal/run-container.ts');
  return (
    spawnSync('unshare', [...namespaceFlags, process.execPath, standScript, folder], { stdio: 'inherit' }).status ?? 1
  );
}

/** The last stage is the image; `base`: its base image. */
function build(folder: string): { image: Image; base: string } {
  const context = path.join(folder, 'context');
  createBuildContext(ROOT, context);
  const isIgnored = parseIgnoreFile(read('Dockerfile.dockerignore'));
  const roots = new Map<string, string>();
  let built: { image: Image; base: string } | undefined;
  for (const [index, stage] of parseStages(read('Dockerfile')).entries()) {
    const base = path.join(folder, stage.base.replaceAll(/[:/]/g, '-'));
    if (!existsSync(base)) timed(`Putting ${stage.base} together`, () => layOutBase(stage.base, base));
    const root = path.join(folder, 'stages', String(index));
    run('cp', ['-a', base, root]);
    const image = timed(`Stage ${stage.name ?? index}`, () =>
      buildStage(stage, root, { context, isIgnored, stages: roots }),
    );
    built = { image, base };
    roots.set(stage.name ?? String(index), root);
  }
  if (!built) throw new Error('deploy/Dockerfile has no stage');
  return built;
}

function timed<T>(title: string, work: () => T): T {
  const startedAt = Date.now();
  const result = work();
  console.log(`${title}: ${Math.round((Date.now() - startedAt) / 1000)} s`);
  return result;
}
