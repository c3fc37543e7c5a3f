import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

import { describeFileError, usageFault } from './errors.ts';

/** Writes a file atomically: an existing file stays until the new one is complete. Returns its name. */
export async function saveFile(file: string, content: string, mode = 0o666): Promise<string> {
  const temporaryFile = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(temporaryFile, content, { flag: 'wx', mode });
    await rename(temporaryFile, file);
    return file;
  } catch (error) {
    await rm(temporaryFile, { force: true });
    throw usageFault(`Could not write ${file} (${describeFileError(error)}).`);
  }
}
