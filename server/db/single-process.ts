import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, rm, utimes, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';

/** Proof that this process is the only one on a folder. */
export type FolderHold = { folder: string; release: () => Promise<void> };

/** Another process works on the folder; the message is meant for people. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another Tillwright is running on ${folder}. Stop it, or give this one its own DATA_DIR and PORT.`);
    this.name = 'FolderInUse';
  }
}

const HEARTBEAT_MS = 2000;

/**
 * Makes this process the only one on the folder, which is made when it is not there: the embedded database has no lock of its own, and two writers
 * destroy it. Throws FolderInUse. The hold ends with the process, however it ends.
 */
export async function holdFolder(folder: string): Promise<FolderHold> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const real = await realpath(folder);
  return process.platform === 'linux' ? holdSocket(real) : holdLockFolder(real);
}

/** Linux: a socket in the abstract namespace belongs to one process and vanishes with it. */
function holdSocket(folder: string): Promise<FolderHold> {
  const name = `\0tillwright-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new FolderInUse(folder) : error);
    });
    server.listen(name, () => {
      server.unref();
      resolve({ folder, release: () => new Promise((done) => server.close(() => done())) });
    });
  });
}

/** Elsewhere: a lock folder with our process id and a heartbeat; taken over when its process is gone. */
async function holdLockFolder(folder: string): Promise<FolderHold> {
  const lock = path.join(folder, 'lock');
  const pidFile = path.join(lock, 'pid');
  try {
    await mkdir(lock);
  } catch {
    if (await isHeld(pidFile)) throw new FolderInUse(folder);
    await rm(lock, { recursive: true, force: true });
    await mkdir(lock);
  }
  await writeFile(pidFile, String(process.pid));
  const beat = setInterval(
    () => void utimes(pidFile, new Date(), new Date()).catch(() => undefined),
    HEARTBEAT_MS,
  );
  beat.unref();
  return {
    folder,
    release: async () => {
      clearInterval(beat);
      await rm(lock, { recursive: true, force: true });
    },
  };
}

async function isHeld(pidFile: string): Promise<boolean> {
  try {
    const pid = Number(await readFile(pidFile, 'utf8'));
    process.kill(pid, 0);
    return Date.now() - (await stat(pidFile)).mtimeMs < 5 * HEARTBEAT_MS;
  } catch {
    return false;
  }
}
