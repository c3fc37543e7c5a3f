import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { FileScan } from '#domain/deliverable.ts';
import { scannerEnvironment } from '#server/core/config.ts';
import type { Context } from '#server/core/context.ts';

/** Scanners need minutes for a large archive. */
export const SCAN_TIMEOUT_MS = 15 * 60_000;

type ScanResult = Extract<FileScan, 'clean' | 'refused'>;

/** Runs the scanner on a file. Exit code 0: clean, 1: refused. Throws for any other end, after which it is tried again. */
export async function runScanner(command: readonly string[], file: string): Promise<ScanResult> {
  const [program = '', ...args] = command;
  const child = spawn(program, [...args, file], {
    stdio: 'ignore',
    env: scannerEnvironment(),
    timeout: SCAN_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code === 0) return 'clean';
  if (code === 1) return 'refused';
  throw new Error(`The virus scanner ended with ${code ?? signal}`);
}

/** Scans a stored content, which is copied from a bucket to a temporary file first. */
export async function scanContent(
  { config, files }: Context,
  command: readonly string[],
  sha256: string,
): Promise<ScanResult> {
  const storedFile = files.getPath(sha256);
  if (storedFile !== null) return runScanner(command, storedFile);
  const content = await files.open(sha256);
  if (!content) throw new Error('The file to scan is missing');
  const folder = path.join(config.files.folder, 'scans');
  const file = path.join(folder, crypto.randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    return await runScanner(command, file);
  } finally {
    await rm(file, { force: true });
  }
}
