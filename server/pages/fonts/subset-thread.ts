/** Entry point of the thread that makes font files: making one takes up to a second of processor time. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';

import subsetFont from 'subset-font';

/** A file of a font package, the characters to keep, and the axes to pin. */
export type SubsetJob = { path: string; characters: string; variationAxes?: { wght: number } };

/** What the text of a page needs: kerning, ligatures, accents, local forms, and digits of equal width and height. */
const FEATURES = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'lnum'];

const makeFile = async ({ path, characters, ...axes }: SubsetJob): Promise<Uint8Array> =>
  subsetFont(await readFile(path), characters, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    noHinting: true,
    ...axes,
  });

const files: Uint8Array[] = [];
for (const job of workerData as SubsetJob[]) files.push(await makeFile(job));
parentPort?.postMessage(files);
