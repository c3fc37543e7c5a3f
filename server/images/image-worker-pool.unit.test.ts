import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { isAppError } from '#domain/errors.ts';

import { dataUrlOf, jpegOf, pngOf, slowPng } from '../testing/image-files.ts';
import { svgWith } from '../testing/svg-corpus.ts';
import { createImageWorkers, type ImageWorkers, type ImageWorkersOptions } from './image-worker-pool.ts';
import { processImage } from './process-image.ts';

const smallImage = dataUrlOf('image/png', await pngOf(30, 20));
const slowImage = dataUrlOf('image/png', await slowPng());

async function withWorkers(options: ImageWorkersOptions, use: (workers: ImageWorkers) => Promise<void>) {
  const workers = createImageWorkers(options);
  try {
    await use(workers);
  } finally {
    await workers.close();
  }
}

const codeOf = async (upload: Promise<unknown>): Promise<string> =>
  upload.then(
    () => 'kept',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  );

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('starts no process before the first image', async () => {
  await withWorkers({ size: 2 }, async (workers) => {
    expect(workers.pids()).toEqual([]);
    expect(await codeOf(processImage('data:text/plain;base64,aGk=', 'product', workers))).toBe('image_type');
    expect(workers.pids()).toEqual([]);
  });
});

test('renders images in at most two child processes', async () => {
  await withWorkers({ size: 2 }, async (workers) => {
    const uploads = Array.from({ length: 12 }, () => codeOf(processImage(smallImage, 'product', workers)));
    const pids = workers.pids();
    expect(new Set(await Promise.all(uploads))).toEqual(new Set(['kept']));
    expect(pids).toHaveLength(2);
    expect(pids).not.toContain(process.pid);
    expect(workers.pids()).toEqual(pids);
  });
});

test('reports an image as unreadable when its process is killed, and renders the next one', async () => {
  await withWorkers({ size: 1 }, async (workers) => {
    await processImage(smallImage, 'product', workers);
    const [pid = 0] = workers.pids();
    const upload = codeOf(processImage(slowImage, 'product', workers));
    process.kill(pid, 'SIGKILL');
    expect(await upload).toBe('image_unreadable');
    expect(await codeOf(processImage(smallImage, 'product', workers))).toBe('kept');
    expect(workers.pids()).not.toContain(pid);
  });
});

test('loses no image when an idle process is killed', async () => {
  await withWorkers({ size: 1 }, async (workers) => {
    await processImage(smallImage, 'product', workers);
    process.kill(workers.pids()[0] ?? 0, 'SIGKILL');
    await expect.poll(() => workers.pids()).toEqual([]);
    expect(await codeOf(processImage(smallImage, 'product', workers))).toBe('kept');
  });
});

test('ends a process whose file takes too long, and renders the queued files', async () => {
  await withWorkers({ size: 1, raster: 4_000 }, async (workers) => {
    await processImage(smallImage, 'product', workers);
    const [pid = 0] = workers.pids();
    process.kill(pid, 'SIGSTOP');
    const uploads = [slowImage, smallImage, smallImage].map((file) => codeOf(processImage(file, 'product', workers)));
    expect(await Promise.all(uploads)).toEqual(['image_unreadable', 'kept', 'kept']);
    expect(isRunning(pid)).toBe(false);
  });
});

test('gives an SVG a shorter timeout than a photo', async () => {
  await withWorkers({ size: 1, svg: 1 }, async (workers) => {
    const circles = Array.from({ length: 1500 }, (_, i) => `<circle r="${i}" stroke-dasharray="0.01" stroke="red"/>`);
    const logo = dataUrlOf('image/svg+xml', svgWith(circles.join('')));
    expect(await codeOf(processImage(logo, 'logo', workers))).toBe('image_unreadable');
    expect(await codeOf(processImage(smallImage, 'product', workers))).toBe('kept');
  });
});

test.runIf(process.platform === 'linux')('ends a process whose file needs too much memory', async () => {
  await withWorkers({ size: 1, memory: 100 * 1024 * 1024 }, async (workers) => {
    expect(await codeOf(processImage(slowImage, 'product', workers))).toBe('image_unreadable');
  });
});

test('replaces a process that uses too much memory before the next image', async () => {
  await withWorkers({ size: 1, memory: 1024 * 1024 * 1024 }, async (workers) => {
    await processImage(smallImage, 'product', workers);
    const pidsBefore = workers.pids();
    await processImage(smallImage, 'product', workers);
    expect(workers.pids()).toEqual(pidsBefore);
  });
  await withWorkers({ size: 1, memory: 50 * 1024 * 1024, raster: 60_000 }, async (workers) => {
    await codeOf(processImage(smallImage, 'product', workers));
    await expect.poll(() => workers.pids()).toEqual([]);
  });
});

test('queues fifty images and refuses the next one', async () => {
  await withWorkers({ size: 1 }, async (workers) => {
    const uploads = Array.from({ length: 52 }, () => codeOf(processImage(smallImage, 'product', workers)));
    const codes = await Promise.all(uploads);
    expect(codes.slice(0, 51)).toEqual(Array.from({ length: 51 }, () => 'kept'));
    expect(codes[51]).toBe('unavailable');
  });
});

test('ends idle processes and starts new ones when needed', async () => {
  await withWorkers({ size: 2, idleMs: 20 }, async (workers) => {
    await processImage(smallImage, 'product', workers);
    const [pid = 0] = workers.pids();
    await expect.poll(() => workers.pids()).toEqual([]);
    expect(isRunning(pid)).toBe(false);
    expect(await codeOf(processImage(smallImage, 'product', workers))).toBe('kept');
  });
});

test('ends every process on close, and refuses queued and new images', async () => {
  const workers = createImageWorkers({ size: 1 });
  await processImage(smallImage, 'product', workers);
  const pids = workers.pids();
  const uploads = [slowImage, smallImage].map((file) => codeOf(processImage(file, 'product', workers)));
  await workers.close();
  expect(await Promise.all(uploads)).toEqual(['image_unreadable', 'unavailable']);
  expect(pids.map(isRunning)).toEqual([false]);
  expect(await codeOf(processImage(smallImage, 'product', workers))).toBe('unavailable');
});

test.runIf(process.platform === 'linux')('passes no environment variables of ours to child processes', async () => {
  process.env.STRIPE_SECRET_KEY = 'sk_test_of_the_parent';
  await withWorkers({ size: 1 }, async (workers) => {
    await processImage(dataUrlOf('image/jpeg', await jpegOf(20, 20)), 'product', workers);
    const environ = await readFile(`/proc/${workers.pids()[0]}/environ`, 'utf8');
    const names = environ.split('\0').flatMap((pair) => pair.split('=')[0] || []);
    expect(names.toSorted()).toEqual(['MALLOC_ARENA_MAX', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']);
  });
  delete process.env.STRIPE_SECRET_KEY;
});
