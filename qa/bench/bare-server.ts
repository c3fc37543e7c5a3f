// The baseline for qa/bench/checkout-page.ts: a bare Node server that returns prebuilt responses by path.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

export type PreparedResponse = { status: number; headers: Record<string, string>; body: string };

const given = JSON.parse(await text(process.stdin)) as [string, PreparedResponse][];
const answers = new Map(
  given.map(([path, { status, headers, body }]) => [path, { status, headers, body: Buffer.from(body, 'base64') }]),
);
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  response.writeHead(answer?.status ?? 404, answer?.headers);
  response.end(answer?.body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Serving ${typeof address === 'object' ? address?.port : ''}`);
});
