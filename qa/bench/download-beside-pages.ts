// Response times of published pages while a file is downloaded at full speed: `npm run bench -- download`. Sends 300 page
// views a second, alternately alone and beside a download of 2 GiB, and compares the 99th percentiles. Server and clients
// have a core each. `--megabytes 200 --seconds 3 --rounds 2` shorten the run.
import { createHash, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

import { UPLOAD_CHUNK_BYTES } from '#domain/deliverable.ts';

import { createConnectedSeller, createPageConfig, publishPage, type Seller } from '../../e2e/support/seller.ts';
import { median, readOptions, reportRatio, runAndExit } from '../lib/harness.ts';
import { sendLoad, startAppOnCore, type PinnedProcess } from '../lib/pinned-processes.ts';

const { megabytes, seconds, rounds: ROUNDS } = readOptions({ megabytes: 2048, seconds: 10, rounds: 5 });
const PAGE_VIEWS_PER_SECOND = 300;
const CONNECTIONS = 32;
/** p99 beside a download / alone. Other load on the machine affects both alike, but not their difference. */
const MAX_RATIO = 8;

/** Uploads random bytes; returns the id of the deliverable. */
async function uploadFile({ url }: PinnedProcess, { call, session }: Seller, pageId: string): Promise<string> {
  const bytes = megabytes * 1024 ** 2;
  const { upload } = await call('start-upload', { pageId, fileName: 'Download.bin', bytes });
  const hash = createHash('sha256');
  for (let offset = 0; offset < bytes; offset += UPLOAD_CHUNK_BYTES) {
    const chunk = randomFillSync(new Uint8Array(Math.min(UPLOAD_CHUNK_BYTES, bytes - offset)));
    hash.update(chunk);
    const headers = { authorization: `Bearer ${session.access_token}`, 'upload-offset': String(offset) };
    const response = await fetch(`${url}/uploads/${upload.id}`, { method: 'PATCH', headers, body: chunk });
    if (!response.ok) throw new Error(`A chunk was answered with ${response.status}: ${await response.text()}`);
  }
  const { deliverable } = await call('finish-upload', { uploadId: upload.id, sha256: hash.digest('hex') });
  return deliverable.id;
}

/** Downloads the file again and again until it is stopped. Stopping returns the number of bytes. */
function startDownloads({ call }: Seller, deliverableId: string): () => Promise<number> {
  const state: { isStopped: boolean; response: IncomingMessage | null } = { isStopped: false, response: null };
  const download = async () => {
    let received = 0;
    while (!state.isStopped) {
      const { url } = await call('create-file-link', { deliverableId });
      const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
      if (response.statusCode !== 200) throw new Error(`The download was answered with ${response.statusCode}`);
      state.response = response;
      response.on('data', (chunk: Buffer) => (received += chunk.byteLength)).on('error', () => undefined);
      await once(response, 'close');
    }
    return received;
  };
  const downloading = download();
  return () => {
    state.isStopped = true;
    state.response?.destroy();
    return downloading;
  };
}

await runAndExit(async () => {
  await using app = await startAppOnCore('server.ts');
  const seller = await createConnectedSeller(app);
  const { slug, pageId } = await publishPage(seller, createPageConfig());
  const deliverableId = await uploadFile(app, seller, pageId);
  const load = { url: app.url, paths: [`/c/${slug}`], headers: {}, connections: CONNECTIONS, seconds };
  const measure = async () => {
    const { p99, bad } = await sendLoad(1, { ...load, perSecond: PAGE_VIEWS_PER_SECOND });
    if (bad > 0) throw new Error(`${bad} page views failed`);
    return p99;
  };
  // The first views render the page and compile the code.
  await measure();
  const [alone, beside, speeds]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await measure());
    const stop = startDownloads(seller, deliverableId);
    const started = performance.now();
    beside.push(await measure());
    speeds.push((await stop()) / 1024 ** 2 / ((performance.now() - started) / 1000));
  }
  console.log(`The downloads ran at ${median(speeds).toFixed(0)} MB a second`);
  console.log(`A download adds ${(median(beside) - median(alone)).toFixed(1)} ms to the p99 of a page`);
  reportRatio('p99 of a page beside a download / alone', beside, alone, { unit: 'ms', atMost: MAX_RATIO });
});
