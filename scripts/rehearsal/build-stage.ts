import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

import type { Stage, Step } from './dockerfile.ts';
import { quoted, run } from './run-program.ts';

/** A root file system and the image configuration. */
export type Image = {
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: string;
  volumes: string[];
  ports: number[];
  stopSignal: string;
  health: { command: string[]; timeoutMs: number } | null;
  command: string[];
};

/** Sources of COPY: the build context without ignored files, and the roots of earlier stages. */
export type Sources = {
  context: string;
  isIgnored: (file: string) => boolean;
  stages: ReadonlyMap<string, string>;
};

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Builds a stage in a root that contains its base. */
export function buildStage(stage: Stage, root: string, sources: Sources): Image {
  const image: Image = {
    root,
    workdir: '/',
    env: { PATH },
    user: 'root',
    volumes: [],
    ports: [],
    stopSignal: 'SIGTERM',
    health: null,
    command: [],
  };
  for (const step of stage.steps) applyStep(step, image, sources);
  return image;
}

function applyStep(step: Step, image: Image, sources: Sources): void {
  switch (step.does) {
    case 'workdir':
      image.workdir = path.posix.resolve(image.workdir, step.folder);
      mkdirSync(path.join(image.root, image.workdir), { recursive: true });
      return;
    case 'copy':
      return copy(step, image, sources);
    case 'run':
      return runInside(step.shell, image);
    case 'env':
      return void Object.assign(image.env, step.values);
    case 'user':
      image.user = step.user;
      return;
    case 'volume':
      return void image.volumes.push(...step.folders);
    case 'expose':
      return void image.ports.push(step.port);
    case 'stopsignal':
      image.stopSignal = step.signal;
      return;
    case 'healthcheck':
      image.health = { command: step.command, timeoutMs: step.timeoutMs };
      return;
    case 'cmd':
      image.command = step.command;
  }
}

/** COPY: copies a folder's content; a target with a trailing slash is a folder; owner root by default. */
function copy(step: Step & { does: 'copy' }, image: Image, sources: Sources): void {
  const from = step.from === null ? sources.context : sources.stages.get(step.from);
  if (from === undefined) throw new Error(`COPY --from=${step.from}: no earlier stage has this name`);
  const isIncluded = (file: string) => step.from !== null || !sources.isIgnored(path.relative(from, file));
  const to = path.join(image.root, path.posix.resolve(image.workdir, step.to));
  for (const name of step.sources) {
    const source = path.join(from, name);
    if (!existsSync(source) || !isIncluded(source)) throw new Error(`COPY ${name}: no such file or folder`);
    const into = statSync(source).isDirectory() || !step.to.endsWith('/') ? to : path.join(to, path.basename(name));
    cpSync(source, into, { recursive: true, verbatimSymlinks: true, filter: isIncluded });
    run('chroot', [
      image.root,
      'chown',
      '-R',
      step.owner ?? 'root:root',
      path.join('/', path.relative(image.root, into)),
    ]);
  }
}

/**
 * RUN: runs the image's shell in a mount namespace whose temporary /mnt has this machine's npm settings, cache and
 * certificates.
 */
function runInside(shell: string, { root, workdir, env, user }: Image): void {
  const settings = ['userconfig', 'globalconfig'].map((name) => [name, npmSetting(name)] as const);
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt';
  const files = [...settings, ['cafile', certificates] as const].filter(([, file]) => existsSync(file));
  const at = (mountPath: string) => quoted(path.join(root, mountPath));
  const lines = [
    'set -e',
    `mount -t proc proc ${at('proc')}`,
    `mount -t tmpfs tmpfs ${at('mnt')}`,
    ...files.map(([name, file]) => `cp ${quoted(file)} ${at(`mnt/${name}`)}`),
    `mkdir ${at('mnt/cache')}`,
    `mount --bind ${quoted(npmSetting('cache'))} ${at('mnt/cache')}`,
    ...['resolv.conf', 'hosts'].map((name) => `mount --bind /etc/${name} ${at(`etc/${name}`)}`),
    `exec chroot --userspec=${user} ${quoted(root)} env -C ${workdir} sh -c ${quoted(shell)}`,
  ];
  const npm = Object.fromEntries(
    [...files.map(([name]) => name), 'cache'].map((name) => [`npm_config_${name}`, `/mnt/${name}`]),
  );
  run('unshare', ['--mount', '--propagation=private', 'sh', '-c', lines.join('\n')], {
    HOME: '/root',
    ...env,
    ...npm,
    ...(existsSync(certificates) && { NODE_EXTRA_CA_CERTS: '/mnt/cafile' }),
  });
}

const npmSetting = (name: string): string => run('npm', ['config', 'get', name]).trim();
