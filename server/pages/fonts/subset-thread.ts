/** Entry point of the thread that makes font files: making one takes up to a second of processor time. */
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';

import subsetFont from 'subset-font';

import { renameFont } from './rename-font.ts';

/** A file of a font package, the characters to keep, and the axes to pin. */
export type SubsetJob = { path: string; characters: string; variationAxes?: { wght: number } };

/** What the text of a page needs: kerning, ligatures, accents, local forms, and digits of equal width and height. */
const FEATURES = ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'lnum'];

/** Identifiers of the license and its address in the table of names. The copyright stays without them. */
const LICENSE_NAMES = [13, 14];

async function makeFile({ path, characters, ...axes }: SubsetJob): Promise<Uint8Array> {
  const options = { keepFeatures: FEATURES, noHinting: true, preserveNameIds: LICENSE_NAMES };
  const font = await subsetFont(await readFile(path), characters, { ...options, ...axes, targetFormat: 'truetype' });
  return subsetFont(renameFont(font), characters, { ...options, targetFormat: 'woff2' });
}

const files: Uint8Array[] = [];
for (const job of workerData as SubsetJob[]) files.push(await makeFile(job));
parentPort?.postMessage(files);
