import { z } from 'zod';

import type { Config } from '#server/core/config.ts';
import { openSecrets } from '#server/core/secrets.ts';
import type { OperatorCommand } from '#server/ops/operator-command.ts';

import { printedError, withInstallation } from './installation.ts';

/** Runs a command on the database of the installation and prints its result. */
export async function runAsOperator(command: OperatorCommand, args: readonly string[]): Promise<void> {
  try {
    const { text, good } = await withInstallation(async (config, { db }) => {
      const [secrets, now] = [await openSecrets(config), await businessClock(config)];
      // A running app polls the rows of its queues every second.
      const wake = () => undefined;
      return command({ config, secrets, db, mode: config.mode, now, realNow: () => new Date(), wake }, args);
    });
    console.log(text);
    process.exitCode = good ? 0 : 1;
  } catch (error) {
    console.error(printedError(error));
    process.exitCode = 1;
  }
}

const Clock = z.object({ now: z.iso.datetime() });

/** The sandbox clock in sandbox mode, when a running app provides it. */
async function businessClock({ mode, sandboxUrl, port }: Config): Promise<() => Date> {
  if (mode !== 'sandbox') return () => new Date();
  try {
    const response = await fetch(`${sandboxUrl ?? `http://localhost:${port}`}/sandbox/clock.json`);
    const offsetMs = new Date(Clock.parse(await response.json()).now).getTime() - Date.now();
    return () => new Date(Date.now() + offsetMs);
  } catch {
    return () => new Date();
  }
}
