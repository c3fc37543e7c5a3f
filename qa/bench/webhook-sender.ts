// Delivers the prepared events of qa/bench/webhook-throughput.ts, as fast as they are accepted or at a fixed rate. Its
// argument is a PushOptions as JSON; it prints a PushResult.
import { readFileSync } from 'node:fs';

import { runAtRate, runConcurrently, sendRequest } from '../lib/load.ts';

/** `file`: one JSON array of signature and body per line. */
export type PushOptions = { file: string; url: string; connections: number; perSecond: number | null };
/** Times in ms; `startedAt` and `endedAt` are clock times. */
export type PushResult = { accepted: number; refused: number; startedAt: number; endedAt: number; times: number[] };

const { file, url, connections, perSecond } = JSON.parse(process.argv[2] ?? '') as PushOptions;
const deliveries = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as [signature: string, body: string]);
const times: number[] = [];
let refused = 0;

async function deliver(index: number): Promise<void> {
  const [signature, body] = deliveries[index] ?? ['', ''];
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
  const result = await sendRequest(`${url}/webhooks/stripe/connect`, { headers, body });
  times.push(result.ms);
  if (result.status === 200) return;
  if (refused++ === 0) console.error(result.status, result.body);
}

const startedAt = Date.now();
if (perSecond) await runAtRate(perSecond, deliveries.length / perSecond, deliver);
else {
  let next = 0;
  await runConcurrently(
    connections,
    () => next < deliveries.length,
    () => deliver(next++),
  );
}
const accepted = deliveries.length - refused;
const result: PushResult = { accepted, refused, startedAt, endedAt: Date.now(), times };
process.stdout.write(JSON.stringify(result), () => process.exit(0));
