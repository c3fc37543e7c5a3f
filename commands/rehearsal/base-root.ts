import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { installDebootstrap, RehearsalUnavailable } from './programs.ts';
import { run } from './run.ts';

const BASE = /^node:(\d+)-([a-z]+)-slim$/;

/** Creates a base root like the Node image, atomically: minimal Debian, Node, npm and the user `node`. */
export function layOutBase(base: string, ready: string): void {
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
