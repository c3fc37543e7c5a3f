import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { findChromium } from '../e2e/chromium.ts';

export type Browser = { port: number; stop: () => Promise<void> };

/** A Chromium of its own profile that nobody else steers: Playwright’s hold on it would spoil what Lighthouse sees. */
export async function startBrowser(): Promise<Browser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'tillwright-browser-'));
  const args = ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(await findChromium(), [...args, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}:\n${output}`)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, found] = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(output) ?? [];
      if (found) resolve(Number(found));
    });
  });
  const stop = async () => {
    process.off('exit', onExit);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { port, stop };
}
