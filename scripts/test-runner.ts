import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export type Counts = { passed: number; failed: number };

export type Command = { command: string; args: readonly string[]; env?: Readonly<Record<string, string>> };

/** One step of `npm test`. */
export type Step = {
  title: string;
  /** Run concurrently; each counts as one check unless `report` counts the tests. */
  commands: readonly Command[];
  /** Maximum concurrent commands; default: all. */
  maxConcurrent?: number;
  /** A JSON report of the command with `{ passed, failed }`. */
  report?: { file: string; read: (text: string) => Counts };
  needsDatabase?: boolean;
  /** The run stops when this step fails. */
  isRequired?: boolean;
  /** Shows the output while the command runs. */
  isLive?: boolean;
};

type Result = Counts & { output: string };

const KILL_AFTER_MS = 15_000;
const running = new Set<ChildProcess>();

/**
 * Runs the steps one after another, prints a line for each and the output of failed ones at the end. On SIGINT, SIGTERM or
 * SIGHUP it ends all started process groups and returns `interrupted: true`.
 */
export async function runSteps(steps: readonly Step[]): Promise<Counts & { interrupted: boolean }> {
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      interrupted = true;
      for (const child of running) endGroup(child);
    });
  const total: Counts = { passed: 0, failed: 0 };
  const failures: string[] = [];
  for (const step of steps) {
    const startedAt = Date.now();
    const { passed, failed, output } = await runStep(step, () => interrupted);
    if (interrupted) break;
    total.passed += passed;
    total.failed += failed;
    const seconds = `${Math.round((Date.now() - startedAt) / 1000)} s`.padStart(6);
    console.log(`  ${step.title.padEnd(36)}${seconds}   ${passed} passed, ${failed} failed`);
    if (failed > 0 && !step.isLive) failures.push(`\n── ${step.title} ──\n${output}`);
    if (failed > 0 && step.isRequired) break;
  }
  for (const failure of failures) console.log(failure);
  return { ...total, interrupted };
}

async function runStep(step: Step, isInterrupted: () => boolean): Promise<Result> {
  const waiting = [...step.commands];
  const results: Result[] = [];
  const runNext = async () => {
    for (let next = waiting.shift(); next && !isInterrupted(); next = waiting.shift())
      results.push(await runCommand(next, step.isLive ?? false));
  };
  await Promise.all(Array.from({ length: step.maxConcurrent ?? step.commands.length }, runNext));
  const output = results
    .filter(({ failed }) => failed > 0)
    .map((result) => result.output)
    .join('\n');
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  if (!step.report) return { passed: results.length - failed, failed, output };
  const counts = readReport(step.report);
  // A suite that aborts before it has counted is one failure.
  return { passed: counts.passed, failed: failed > 0 ? Math.max(1, counts.failed) : counts.failed, output };
}

function readReport({ file, read }: NonNullable<Step['report']>): Counts {
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  return read(readFileSync(file, 'utf8'));
}

function runCommand({ command, args, env }: Command, isLive: boolean): Promise<Result> {
  return new Promise((resolve) => {
    // Its own process group, so that all its children end with it.
    const child = spawn(command, args, {
      // No colors: the collected output would contain escape codes.
      env: { ...process.env, ...(isLive ? {} : { NO_COLOR: '1' }), ...env },
      stdio: ['ignore', isLive ? 'inherit' : 'pipe', isLive ? 'inherit' : 'pipe'],
      detached: true,
    });
    running.add(child);
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
    const end = (failed: number) => {
      running.delete(child);
      resolve({ passed: 1 - failed, failed, output: Buffer.concat(output).toString() });
    };
    child.once('error', (error) => {
      output.push(Buffer.from(error.message));
      end(1);
    });
    child.once('close', (code) => end(code === 0 ? 0 : 1));
  });
}

/** Asks a process group to end, so that browsers close cleanly, and kills it after a while. */
function endGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch {
      // The group is gone.
    }
  };
  send('SIGINT');
  setTimeout(() => send('SIGKILL'), KILL_AFTER_MS).unref();
}
