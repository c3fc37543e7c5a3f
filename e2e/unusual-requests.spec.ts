import { expect, test } from './support/fixtures.ts';
import { sendRawRequest, STACK_TRACE, findHeaderErrors } from './support/raw-request.ts';

/** One URL for each part of the server that can respond. The test of all unusual URLs has the complete list. */
const REQUESTS: readonly (readonly [requestLine: string, expected: number | string])[] = [
  ['GET /', 200],
  ['HEAD /c/demo', 200],
  ['GET //evil.example/', '/evil.example'],
  ['GET /c/%00', 404],
  ['GET /assets/..%2f..%2fpackage.json', 404],
  ['GET /.git/config', 404],
  [`GET /${'a'.repeat(3000)}`, 414],
  [`GET /${'a'.repeat(20_000)}`, 431],
  ['TRACE /', 405],
  ['BREW /', 400],
  ['GET http://evil.example/', 421],
];

test('each part of the server answers malformed requests cleanly and logs no error', async ({ app }) => {
  for (const [line, expected] of REQUESTS) {
    const { status, headers, body } = await sendRawRequest(app.url, line);
    const name = line.slice(0, 60);
    expect.soft([name, status === 301 ? headers.get('location') : status]).toEqual([name, expected]);
    expect.soft(body).not.toMatch(STACK_TRACE);
    expect.soft([name, findHeaderErrors(headers)]).toEqual([name, []]);
  }
  // Other tests share the server, and one of them makes the sandbox's webhook receiver fail on purpose.
  const errors = app
    .output()
    .split('\n')
    .filter((line) => line.includes('"level":50') && !line.includes('"path":"/sandbox/receiver/'));
  expect(errors).toEqual([]);
});
