// Response times of published pages while a file is downloaded at full speed: `npm run bench -- download`. A buyer pays for
// a file of 2 GiB, downloads it and compares its hash. Then 300 page views a second are sent, alternately alone and beside
// that download, and their 99th percentiles are compared. Server and clients have a core each. `--megabytes 200 --seconds 3 --rounds 2` shorten the run.
import { createHash, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as wait } from 'node:timers/promises';

import { UPLOAD_CHUNK_BYTES } from '#domain/deliverable.ts';

import { CheckoutVisitor, getLink } from '../../e2e/support/checkout-visitor.ts';
import { createConnectedSeller, createPageConfig, publishPage, type Seller } from '../../e2e/support/seller.ts';
import { median, readOptions, reportRatio, runAndExit } from '../lib/harness.ts';
import { sendLoad, startAppOnCore, type PinnedProcess } from '../lib/pinned-processes.ts';

const { megabytes, seconds, rounds: ROUNDS } = readOptions({ megabytes: 2048, seconds: 10, rounds: 5 });
const PAGE_VIEWS_PER_SECOND = 300;
const CONNECTIONS = 32;
/** p99 beside a download / alone. Other load on the machine affects both alike, but not their difference. */
const MAX_RATIO = 8;

/** Uploads random bytes; returns the id of the deliverable and their hash. */
async function uploadFile({ url }: PinnedProcess, { call, session }: Seller, pageId: string) {
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
  const sha256 = hash.digest('hex');
  const { deliverable } = await call('finish-upload', { uploadId: upload.id, sha256 });
  return { id: deliverable.id, sha256 };
}

/** Publishes a page that delivers the file; returns its URL and the file's hash. */
async function publishDeliveringPage(app: PinnedProcess, seller: Seller) {
  const { slug, pageId } = await publishPage(seller, createPageConfig({ requireTerms: false }));
  const { id, sha256 } = await uploadFile(app, seller, pageId);
  const config = createPageConfig({ requireTerms: false, customSlug: slug });
  const delivery = { ...config.delivery, items: [{ id, offeredWith: null }] };
  await publishPage(seller, { ...config, delivery }, { pageId });
  return { path: `/c/${slug}`, sha256 };
}

const DOWNLOAD = 'Download';

/** Buys the page; returns the buyer and the link to the file. */
async function buy({ url }: PinnedProcess, path: string) {
  const buyer = new CheckoutVisitor({ url, waitUntilIdle: () => Promise.resolve() });
  let success = await buyer.payByCard(await buyer.openAndPay(path));
  while (!success.html.includes(DOWNLOAD)) {
    await wait(200);
    success = await buyer.open(success.url);
  }
  return { buyer, link: getLink(success, DOWNLOAD) };
}

type Bought = Awaited<ReturnType<typeof buy>>;

/** Starts a download; returns its body. */
async function openDownload({ buyer, link }: Bought): Promise<Readable> {
  const { status, body } = await buyer.request(link);
  if (status !== 200 || !body) throw new Error(`The download was answered with ${status}`);
  return Readable.fromWeb(body as ReadableStream<Uint8Array>);
}

/** Downloads the file once and compares its hash. */
async function checkDownload(bought: Bought, sha256: string): Promise<void> {
  const hash = createHash('sha256');
  const started = performance.now();
  for await (const chunk of await openDownload(bought)) hash.update(chunk as Buffer);
  if (hash.digest('hex') !== sha256) throw new Error('The downloaded file differs from the uploaded one');
  const speed = megabytes / ((performance.now() - started) / 1000);
  console.log(`A buyer downloaded ${megabytes} MB with the hash of the upload, at ${speed.toFixed(0)} MB a second`);
}

/** Downloads the file again and again until it is stopped. Stopping returns the number of bytes. */
function startDownloads(bought: Bought): () => Promise<number> {
  const state: { isStopped: boolean; body: Readable | null } = { isStopped: false, body: null };
  const download = async () => {
    let received = 0;
    while (!state.isStopped) {
      state.body = await openDownload(bought);
      state.body.on('data', (chunk: Buffer) => (received += chunk.byteLength)).on('error', () => undefined);
      await once(state.body, 'close');
    }
    return received;
  };
  const downloading = download();
  return () => {
    state.isStopped = true;
    state.body?.destroy();
    return downloading;
  };
}

await runAndExit(async () => {
  await using app = await startAppOnCore('server.ts');
  const seller = await createConnectedSeller(app);
  const { path, sha256 } = await publishDeliveringPage(app, seller);
  const bought = await buy(app, path);
  await checkDownload(bought, sha256);
  const load = { url: app.url, paths: [path], headers: {}, connections: CONNECTIONS, seconds };
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
    const stop = startDownloads(bought);
    const started = performance.now();
    beside.push(await measure());
    speeds.push((await stop()) / 1024 ** 2 / ((performance.now() - started) / 1000));
  }
  console.log(`The downloads ran at ${median(speeds).toFixed(0)} MB a second`);
  console.log(`A download adds ${(median(beside) - median(alone)).toFixed(1)} ms to the p99 of a page`);
  reportRatio('p99 of a page beside a download / alone', beside, alone, { unit: 'ms', atMost: MAX_RATIO });
});
