import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

/** A process that logs more than the buffer holds, prints, and reports on standard error that it is alive. */
const LOGGING_SCRIPT = `
  import { openLog } from './server/http/log.ts';
  import { ignoreBrokenPipe } from './server/http/log.ts';
  ignoreBrokenPipe();
  const log = openLog('info');
  for (let line = 0; line < 20_000; line++) log.info({ line }, 'unread_line');
  console.log('for people');
  setTimeout(() => {
    log.info('later_line');
    process.stderr.write('alive ' + (process.memoryUsage().heapUsed < 100e6));
  }, 50);`;
const ARGUMENTS = ['--input-type=module', '--eval', LOGGING_SCRIPT];

test('drops log lines on a full disk without throwing', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, ARGUMENTS, {
    cwd: ROOT,
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
    timeout: 30_000,
  });
  closeSync(full);
  expect([status, stderr]).toEqual([0, 'alive true']);
});

test('does not throw when the log reader is gone', async () => {
  const child = spawn(process.execPath, ARGUMENTS, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(output).toBe('alive true');
});
