import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { quoted, run } from './run.ts';

/** The rehearsal cannot run on this machine. */
export class RehearsalUnavailable extends Error {}

const isInstalled = (program: string): boolean => run('sh', ['-c', `command -v ${program} || true`]) !== '';

/** Installs debootstrap, which creates Debian roots. */
export function installDebootstrap(): void {
  if (isInstalled('debootstrap')) return;
  try {
    run('apt-get', ['install', '-y', '--no-install-recommends', 'debootstrap']);
  } catch {
    throw new RehearsalUnavailable('debootstrap is needed and cannot be had: apt-get install debootstrap');
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
    throw new RehearsalUnavailable('Caddy is needed and cannot be had: apt-get install caddy');
  }
}
