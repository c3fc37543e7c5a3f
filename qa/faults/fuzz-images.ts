import type { ImageUse } from '#domain/image.ts';
import { rasterCases } from '#server/testing/image-corpus.ts';
import { svgCases } from '#server/testing/svg-corpus.ts';

import { createConnectedSeller } from '../../e2e/support/seller.ts';
import { sendRequest } from '../lib/load.ts';
import type { Faults } from './fuzz-faults.ts';
import type { FuzzRandom } from './fuzz-values.ts';

const SELLER_LASTS = 300;

/** Uploads images with some bytes changed; returns the slowest time. */
export async function fuzzImages(url: string, count: number, chance: FuzzRandom, faults: Faults): Promise<number> {
  const corpus = await seeds();
  let slowestMs = 0;
  let seller = await createConnectedSeller({ url });
  for (let at = 0; at < count; at += 1) {
    if (at % SELLER_LASTS === SELLER_LASTS - 1) seller = await createConnectedSeller({ url });
    const { type, bytes, use } = chance.pick(corpus);
    const image = `data:${type};base64,${mutated(bytes, chance).toString('base64')}`;
    const body = { image, use };
    const token = seller.session.access_token;
    const answer = await sendRequest(`${url}/functions/v1/upload-image`, { token, body });
    slowestMs = Math.max(slowestMs, answer.ms);
    if (answer.status === 0 || (answer.status >= 500 && !answer.headers['retry-after']))
      faults.add(at, `upload of ${type}`, `answered ${answer.status}`, Buffer.from(JSON.stringify(body)), answer);
  }
  return slowestMs;
}

type Seed = { type: string; bytes: Buffer; use: ImageUse };

async function seeds(): Promise<Seed[]> {
  const cases = [...(await rasterCases()), ...svgCases()];
  return cases.flatMap(({ dataUrl, use }): Seed[] => {
    const [, type = '', data = ''] = /^data:([^;,]+);base64,(.*)$/s.exec(dataUrl) ?? [];
    return data && data.length < 400_000 ? [{ type, bytes: Buffer.from(data, 'base64'), use }] : [];
  });
}

function mutated(bytes: Buffer, chance: FuzzRandom): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.byteLength === 0) return copy;
  for (let flips = chance.pick([0, 1, 4, 40]); flips > 0; flips -= 1)
    copy[chance.below(copy.byteLength)] = chance.pick([0, 0xff, chance.below(256)]);
  const at = chance.below(copy.byteLength);
  const length = chance.below(Math.min(copy.byteLength - at, 2000)) + 1;
  const variants = [
    copy.subarray(0, at),
    Buffer.concat([copy.subarray(0, at), copy.subarray(at + length)]),
    Buffer.concat([copy.subarray(0, at + length), copy.subarray(at)]),
  ];
  return variants[chance.below(5)] ?? copy;
}
