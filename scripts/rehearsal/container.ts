import { spawn, spawnSync, type ChildProcess, type SpawnSyncReturns } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

import type { Image } from './build-stage.ts';
import type { Service } from './compose.ts';
import { quoted, run } from './run-program.ts';

/** A process in an image's root with the restrictions of its compose service. */
export type Container = {
  child: ChildProcess;
  /** Output so far. */
  output: () => string;
  /** Runs another process in the container as the image's user, like `docker compose exec`. */
  exec: (command: readonly string[], timeoutMs: number) => SpawnSyncReturns<string>;
  /** Resolves with the exit code; null after a signal. */
  ended: Promise<number | null>;
};
type ContainerOptions = {
  image: Image;
  service: Service;
  env: Readonly<Record<string, string>>;
  /** Folder of the persistent volumes. */
  volumes: string;
  /** Path of the hosts file. */
  hosts: string;
};

/** Starts the container. */
export function startContainer({ image, service, env, volumes, hosts }: ContainerOptions): Container {
  const inside = commandIn(image, service, { ...image.env, ...env });
  const script = [...mountsOf(image, service, volumes, hosts), `exec ${inside(image.command)}`].join('\n');
  const child = spawn('unshare', ['--mount', '--propagation=private', 'sh', '-ec', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let outputText = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (outputText += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    child,
    output: () => outputText,
    exec: (command, timeoutMs) =>
      spawnSync('nsenter', [`--mount=/proc/${child.pid}/ns/mnt`, 'sh', '-ec', `exec ${inside(command)}`], {
        encoding: 'utf8',
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
      }),
    ended,
  };
}

/** Mount commands; a new volume starts with the image's content, like in Docker. */
function mountsOf(image: Image, service: Service, volumes: string, hosts: string): string[] {
  const at = (mountPath: string) => quoted(path.join(image.root, mountPath));
  const named = service.volumes.map((volume) => volume.split(':')[1] ?? '');
  const volumeMounts = [...image.volumes, ...named].map((mountPath) => {
    const folder = path.join(volumes, mountPath);
    mkdirSync(path.dirname(folder), { recursive: true });
    run('cp', ['-a', path.join(image.root, mountPath), folder]);
    return `mount --bind ${quoted(folder)} ${at(mountPath)}`;
  });
  const inMemory = service.tmpfs.map((mount) => {
    const [mountPath = '', options = 'mode=1777'] = mount.split(':');
    return `mount -t tmpfs -o ${options} tmpfs ${at(mountPath)}`;
  });
  return [
    `mount --bind ${at('/')} ${at('/')}`,
    `mount -t proc proc ${at('proc')}`,
    `mount --bind ${quoted(hosts)} ${at('etc/hosts')}`,
    ...inMemory,
    ...volumeMounts,
    ...(service.read_only ? [`mount -o remount,bind,ro ${at('/')}`] : []),
  ];
}

/** Builds a shell command that runs as the image's user with the service's capabilities. */
function commandIn(image: Image, service: Service, env: Record<string, string>) {
  const drops = service.cap_drop.includes('ALL');
  const capabilities = service.cap_add.map((name) => `+${name.toLowerCase()}`);
  const confined = [
    'setpriv',
    `--reuid=${image.user}`,
    `--regid=${image.user}`,
    '--init-groups',
    ...(drops ? [`--bounding-set=${['-all', ...capabilities].join(',')}`, '--inh-caps=-all'] : []),
    ...(service.security_opt.includes('no-new-privileges:true') ? ['--no-new-privs'] : []),
  ];
  const variables = Object.entries({ HOME: `/home/${image.user}`, ...env }).map(([name, value]) => `${name}=${value}`);
  return (command: readonly string[]): string =>
    ['chroot', image.root, 'env', '-i', '-C', image.workdir, ...variables, ...confined, ...command]
      .map(quoted)
      .join(' ');
}
