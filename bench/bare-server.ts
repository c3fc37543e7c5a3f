// The least that Node can do: one prebuilt answer with the same headers, for bench/page.ts to compare with.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

type Answer = { status: number; headers: Record<string, string>; body: string };

const { status, headers, body } = JSON.parse(await text(process.stdin)) as Answer;
const bytes = Buffer.from(body, 'base64');
const server = createServer((_, response) => {
  response.writeHead(status, headers);
  response.end(status === 304 ? null : bytes);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Serving ${typeof address === 'object' ? address?.port : ''}`);
});
