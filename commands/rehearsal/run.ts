import { spawnSync } from 'node:child_process';

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
