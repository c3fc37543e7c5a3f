import { expect, test } from 'vitest';

import { listAuditEntries } from '#server/audit/record-audit.ts';
import { openTask } from '#server/jobs/queue.ts';
import { captureLog } from '#server/testing/captured-log.ts';
import { nodeEnvFrom } from '#server/testing/listening-server.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { runWithRequest } from './request-context.ts';

test.for([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:17:4a::9', '2001:db8:17::/48'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
] as const)('logs only the network of %s', async ([address, network]) => {
  const { log, lines, text } = captureLog();
  const app = await createTestApp({ log });
  await app.fetch(new Request('http://localhost:3000/robots.txt'), nodeEnvFrom(address));
  expect(lines('request')).toMatchObject([{ path: '/robots.txt', from: network }]);
  expect(text()).not.toContain(address);
});

test('logs the client address from a trusted proxy, and none without a socket', async () => {
  const { log, lines } = captureLog();
  const app = await createTestApp({ log });
  const headers = { 'x-forwarded-for': '198.51.100.4' };
  const request = () => new Request('http://localhost:3000/robots.txt', { headers });
  await app.fetch(request(), nodeEnvFrom('127.0.0.1'));
  await app.fetch(request());
  expect(lines('request').map(({ from }) => from)).toEqual(['198.51.100.0/24', undefined]);
});

test('stores the request id of the log in the audit entry', async () => {
  const { log, lines } = captureLog();
  const app = await createTestApp({ log });
  const seller = await app.signUpSeller();
  const { pageId } = await seller.publishPage({}, 'taller');
  const query = { sellerId: null, action: 'page_published', since: null, limit: 10 } as const;
  const [entry] = await listAuditEntries(app.context.db, query);
  expect(entry?.subject).toBe(pageId);
  expect(lines('request').filter(({ id }) => id === entry?.facts.request)).toMatchObject([
    { path: '/functions/v1/save-checkout-page', status: 200, user: seller.session.user.id },
  ]);
});

test('writes the request id into every log line of a request', async () => {
  const { log, lines } = captureLog();
  const failingPages = { render: () => Promise.reject(new Error('on purpose')) };
  const app = await createTestApp({ log, pagesEntry: failingPages });
  const response = await app.request('/anything');
  const id = response.headers.get('x-request-id');
  expect(lines('request_failed')).toMatchObject([{ id }]);
});

test('writes no request id into log lines of background work that a request started', async () => {
  const { log, lines } = captureLog();
  const runOnce = async () => {
    log.info('work_done');
    return false;
  };
  const { context } = await createTestApp();
  const worker = openTask({ ...context, log }, { name: 'views', runOnce, isDue: async () => false });
  await runWithRequest({ id: 'a-request-of-a-client' }, async () => {
    log.info('work_requested');
    worker.wake();
  });
  await worker.close();
  expect(lines('work_requested')).toMatchObject([{ id: 'a-request-of-a-client' }]);
  expect(lines('work_done')).toHaveLength(1);
  expect(lines('work_done')[0]).not.toHaveProperty('id');
});
