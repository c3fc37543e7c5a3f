import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

const LARGEST_OUTPUT = 256 * 1024 * 1024;

/** Runs a program and returns its output; throws with the output when it fails. */
export function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env,
    maxBuffer: LARGEST_OUTPUT,
  });
  if (status === 0) return stdout;
  const output = `${stdout ?? ''}\n${stderr ?? ''}`.trim().split('\n').slice(-30).join('\n');
  throw new Error(`${command} ${args.join(' ').slice(0, 200)}: ${error?.message ?? output}`);
}

/** Quotes a word for the shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The rehearsal cannot run on this machine. */
export class RehearsalUnavailable extends Error {}

const isInstalled = (program: string): boolean => run('sh', ['-c', `command -v ${program} || true`]) !== '';

/** Installs debootstrap, which creates Debian roots. */
export function installDebootstrap(): void {
  if (isInstalled('debootstrap')) return;
  try {
    run('apt-get', ['install', '-y', '--no-install-recommends', 'debootstrap']);
  } catch {
    throw new RehearsalUnavailable('debootstrap is required and could not be installed: apt-get install debootstrap');
  }
}

/** The installed Caddy, or Debian's package unpacked without installing it, which would start a service. */
export function caddyIn(folder: string): string {
  if (isInstalled('caddy')) return 'caddy';
  try {
    mkdirSync(folder, { recursive: true });
    run('sh', ['-c', `cd ${quoted(folder)} && apt-get -o APT::Sandbox::User=root download caddy`]);
    const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.deb'));
    run('dpkg', ['--extract', path.join(folder, name), folder]);
    return path.join(folder, 'usr/bin/caddy');
  } catch {
    throw new RehearsalUnavailable('Caddy is required and could not be installed: apt-get install caddy');
  }
}
