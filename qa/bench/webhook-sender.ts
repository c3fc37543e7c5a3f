// Delivers the prepared requests of qa/bench/webhook-throughput.ts, as fast as they are accepted or at a fixed
// rate. Its argument is a Push as JSON; it prints a Pushed.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

export type PushOptions = { file: string; port: number; connections: number; perSecond: number | null };
/** Times in ms; `endedAt` is a clock time. */
export type PushResult = {
  accepted: number;
  refused: number;
  startedAt: number;
  endedAt: number;
  times: number[];
};

const { file, port, connections, perSecond } = JSON.parse(process.argv[2] ?? '') as PushOptions;

/** Each request is preceded by its length in four bytes. */
const all = readFileSync(file);
const requests: Buffer[] = [];
for (let at = 0; at < all.length;) {
  const length = all.readUInt32BE(at);
  requests.push(all.subarray(at + 4, at + 4 + length));
  at += 4 + length;
}

const times: number[] = [];
let [next, accepted, refused] = [0, 0, 0];
const startedAt = Date.now();
const started = performance.now();
const done = Promise.withResolvers<void>();

/** The time at which the nth request is due. */
const dueIn = (index: number): number =>
  perSecond === null ? 0 : started + (index * 1000) / perSecond - performance.now();

function open(): void {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  let sentAt = 0;
  let received = '';
  const send = () => {
    const index = next++;
    const request = requests[index];
    if (!request) return socket.end();
    const wait = dueIn(index);
    const go = () => {
      sentAt = performance.now();
      socket.write(request);
    };
    if (wait > 0) setTimeout(go, wait);
    else go();
    return socket;
  };
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
    const [head, body] = received.split('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(head ?? '')?.[1];
    if (
      body === undefined ||
      (length === undefined ? !body.endsWith('0') && !body.endsWith('}') : body.length < Number(length))
    )
      return;
    times.push(performance.now() - sentAt);
    if (received.startsWith('HTTP/1.1 200')) accepted++;
    else {
      if (refused++ === 0) console.error(received);
    }
    received = '';
    if (accepted + refused === requests.length) done.resolve();
    else send();
  });
  socket.on('connect', send).on('error', (error) => done.reject(error));
}

for (let count = 0; count < connections; count++) open();
await done.promise;
const pushed: PushResult = { accepted, refused, startedAt, endedAt: Date.now(), times };
process.stdout.write(JSON.stringify(pushed), () => process.exit(0));
