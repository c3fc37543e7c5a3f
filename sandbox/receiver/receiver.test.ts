import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';

import { openFixture } from '../testing/sandbox-fixture.ts';
import { MAX_REQUESTS, MAX_BODY_BYTES } from './receiver-store.ts';
import { checkSignature } from './verify-signature.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const openReceiverFixture = () => {
  const { sandbox } = openFixture({ receiver: true });
  const fetchPath = async (path: string, init?: RequestInit) => sandbox.pages.request(`/receiver${path}`, init);
  return {
    sandbox,
    fetchPath,
    sendRequest: (body: BodyInit, headers: Record<string, string> = {}) =>
      fetchPath('/in/mine', { method: 'POST', body, headers }),
    updateSetting: (setting: string, fields: Record<string, string>) =>
      fetchPath(`/of/mine/${setting}`, { method: 'POST', body: new URLSearchParams(fields) }),
    getHtml: async () => (await fetchPath('/of/mine')).text(),
  };
};

const signHeaders = (body: string, at = new Date()) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(SECRET).sign('msg_1', at, body),
});

test('shows received requests with headers and body, newest first', async () => {
  const { sandbox, sendRequest, getHtml } = openReceiverFixture();
  const response = await sendRequest('{"type":"order.paid","data":{"number":7}}', { 'x-mark': 'first' });
  expect([response.status, await response.json()]).toEqual([200, { received: true }]);
  await sendRequest('<b>not json</b>');
  const page = await getHtml();
  expect(page).toMatch(/POST, no type[\s\S]*order\.paid/);
  for (const text of ['x-mark', '&quot;number&quot;: 7', '&lt;b&gt;not json']) expect(page).toContain(text);
  await sandbox.close();
});

test('verifies signatures made by the reference library', async () => {
  const { sandbox, sendRequest, updateSetting, getHtml } = openReceiverFixture();
  const body = '{"type":"order.paid"}';
  await sendRequest(body, signHeaders(body));
  expect(await getHtml()).not.toContain('Signature');
  expect((await updateSetting('secret', { secret: SECRET })).status).toBe(303);
  expect(await getHtml()).toContain('Signature verified');
  expect(await getHtml()).not.toContain(SECRET);
  await sendRequest(`${body} `, signHeaders(body));
  expect(await getHtml()).toContain('Invalid signature');
  await sendRequest(body);
  expect(await getHtml()).toContain('Not signed');
  const invalidSecret = await updateSetting('secret', { secret: 'twk_test_1' });
  expect([invalidSecret.status, await invalidSecret.text()]).toEqual([
    422,
    expect.stringContaining('start with whsec_'),
  ]);
  await sandbox.close();
});

test('accepts one matching signature of two and refuses a timestamp minutes away', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const body = '{}';
  const headers = signHeaders(body, at);
  const buildRequest = (extraHeaders: Record<string, string>, receivedAt = at) => ({
    headers: Object.entries({ ...headers, ...extraHeaders }) as [string, string][],
    body: new TextEncoder().encode(body),
    isTruncated: false,
    receivedAt: receivedAt,
  });
  const twoSignatures = `v1,${Buffer.alloc(32).toString('base64')} ${headers['webhook-signature']}`;
  expect(checkSignature(buildRequest({ 'webhook-signature': twoSignatures }), SECRET).isValid).toBe(true);
  expect(checkSignature(buildRequest({}, new Date(at.getTime() + 301_000)), SECRET).isValid).toBe(false);
  expect(checkSignature(buildRequest({ 'webhook-timestamp': 'soon' }), SECRET).isValid).toBe(false);
  expect(checkSignature(buildRequest({ 'webhook-signature': 'v1,' }), SECRET).isValid).toBe(false);
});

test('responds as configured', async () => {
  const { sandbox, fetchPath, sendRequest, updateSetting } = openReceiverFixture();
  const responses = [];
  for (const mode of ['broken', 'gone', 'moved', 'ok']) {
    await updateSetting('answer', { answer: mode });
    responses.push((await sendRequest('{}')).status);
  }
  expect(responses).toEqual([500, 410, 302, 200]);
  await updateSetting('answer', { answer: 'moved' });
  expect((await sendRequest('{}')).headers.get('location')).toBe('/receiver/in/mine/elsewhere');
  expect((await fetchPath('/in/mine/elsewhere')).status).toBe(302);
  expect((await updateSetting('answer', { answer: '299' })).status).toBe(422);
  await sandbox.close();
});

test('ends a hanging response when the client disconnects', async () => {
  const { sandbox, fetchPath, updateSetting, getHtml } = openReceiverFixture();
  await updateSetting('answer', { answer: 'hang' });
  const abortController = new AbortController();
  const response = fetchPath('/in/mine', { method: 'POST', body: '{}', signal: abortController.signal });
  await expect.poll(getHtml).toContain('no response');
  abortController.abort();
  expect((await response).status).toBe(504);
  await sandbox.close();
});

test('drops the oldest requests and truncates long bodies', async () => {
  const { sandbox, fetchPath, sendRequest, getHtml } = openReceiverFixture();
  await sendRequest('a'.repeat(MAX_BODY_BYTES + 1));
  const page = await getHtml();
  expect(page).toContain('longer than 64 kB');
  expect(page.match(/a{64,}/)?.[0].length).toBe(MAX_BODY_BYTES);
  for (let count = 0; count < MAX_REQUESTS; count++) await sendRequest(`number ${count}`);
  const fullPage = await getHtml();
  expect(fullPage.match(/<details/g)).toHaveLength(MAX_REQUESTS);
  expect(fullPage).toContain(`number ${MAX_REQUESTS - 1}<`);
  expect(fullPage).not.toContain('longer than 64 kB');
  for (let count = 0; count < 60; count++) await fetchPath(`/in/other-${count}`, { method: 'POST' });
  const listPage = await (await fetchPath('')).text();
  expect(listPage.match(/href="\/sandbox\/receiver\/of\//g)).toHaveLength(50);
  expect(listPage).not.toContain('other-9<');
  await sandbox.close();
});

test('answers 404 for invalid names and when receivers are disabled', async () => {
  const { sandbox, fetchPath } = openReceiverFixture();
  for (const name of ['A', 'x'.repeat(41), '-a', 'a.b', '%00'])
    expect((await fetchPath(`/in/${name}`, { method: 'POST' })).status).toBe(404);
  expect((await fetchPath('?name=My-Program')).headers.get('location')).toBe('/sandbox/receiver/of/my-program');
  expect((await fetchPath('?name=a/b')).status).toBe(422);
  await sandbox.close();
  const sandboxWithoutReceiver = openFixture().sandbox;
  expect((await sandboxWithoutReceiver.pages.request('/receiver')).status).toBe(404);
  await sandboxWithoutReceiver.close();
});
