import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { openRehearsal } from '../rehearsal.ts';
import { MOST_ARRIVALS, MOST_BODY_BYTES } from './boxes.ts';
import { checkSignature } from './check-signature.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const openReceiver = () => {
  const { sandbox } = openRehearsal({ receiver: true });
  const ask = async (path: string, init?: RequestInit) => sandbox.pages.request(`/receiver${path}`, init);
  return {
    sandbox,
    ask,
    knock: (body: BodyInit, headers: Record<string, string> = {}) =>
      ask('/in/mine', { method: 'POST', body, headers }),
    choose: (act: string, fields: Record<string, string>) =>
      ask(`/of/mine/${act}`, { method: 'POST', body: new URLSearchParams(fields) }),
    read: async () => (await ask('/of/mine')).text(),
  };
};

const signed = (body: string, at = new Date()) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
});

test('shows received requests with headers and body, newest first', async () => {
  const { sandbox, knock, read } = openReceiver();
  const answer = await knock('{"type":"order.paid","data":{"number":7}}', { 'x-mark': 'first' });
  expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
  await knock('<b>not json</b>');
  const page = await read();
  expect(page).toMatch(/POST, no type[\s\S]*order\.paid/);
  for (const words of ['x-mark', '&quot;number&quot;: 7', '&lt;b&gt;not json']) expect(page).toContain(words);
  await sandbox.close();
});

test('verifies signatures made by the reference library', async () => {
  const { sandbox, knock, choose, read } = openReceiver();
  const body = '{"type":"order.paid"}';
  await knock(body, signed(body));
  expect(await read()).not.toContain('Signature');
  expect((await choose('secret', { secret })).status).toBe(303);
  expect(await read()).toContain('Signature verified');
  expect(await read()).not.toContain(secret);
  await knock(`${body} `, signed(body));
  expect(await read()).toContain('Signature wrong');
  await knock(body);
  expect(await read()).toContain('Not signed');
  const refused = await choose('secret', { secret: 'twk_test_1' });
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('begins with whsec_'),
  ]);
  await sandbox.close();
});

test('accepts one matching signature of two and refuses a timestamp minutes away', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const body = '{}';
  const headers = signed(body, at);
  const arrival = (more: Record<string, string>, came = at) => ({
    headers: Object.entries({ ...headers, ...more }) as [string, string][],
    body: new TextEncoder().encode(body),
    cut: false,
    at: came,
  });
  const both = `v1,${Buffer.alloc(32).toString('base64')} ${headers['webhook-signature']}`;
  expect(checkSignature(arrival({ 'webhook-signature': both }), secret).good).toBe(true);
  expect(checkSignature(arrival({}, new Date(at.getTime() + 301_000)), secret).good).toBe(false);
  expect(checkSignature(arrival({ 'webhook-timestamp': 'soon' }), secret).good).toBe(false);
  expect(checkSignature(arrival({ 'webhook-signature': 'v1,' }), secret).good).toBe(false);
});

test('responds as configured', async () => {
  const { sandbox, ask, knock, choose } = openReceiver();
  const answers = [];
  for (const answer of ['broken', 'gone', 'moved', 'ok']) {
    await choose('answer', { answer });
    answers.push((await knock('{}')).status);
  }
  expect(answers).toEqual([500, 410, 302, 200]);
  await choose('answer', { answer: 'moved' });
  expect((await knock('{}')).headers.get('location')).toBe('/receiver/in/mine/elsewhere');
  expect((await ask('/in/mine/elsewhere')).status).toBe(302);
  expect((await choose('answer', { answer: '299' })).status).toBe(422);
  await sandbox.close();
});

test('ends a hanging response when the client disconnects', async () => {
  const { sandbox, ask, choose, read } = openReceiver();
  await choose('answer', { answer: 'hang' });
  const leaving = new AbortController();
  const answer = ask('/in/mine', { method: 'POST', body: '{}', signal: leaving.signal });
  await expect.poll(read).toContain('no answer');
  leaving.abort();
  expect((await answer).status).toBe(504);
  await sandbox.close();
});

test('drops the oldest requests and truncates long bodies', async () => {
  const { sandbox, ask, knock, read } = openReceiver();
  await knock('a'.repeat(MOST_BODY_BYTES + 1));
  const page = await read();
  expect(page).toContain('longer than 64 kB');
  expect(page.match(/a{64,}/)?.[0].length).toBe(MOST_BODY_BYTES);
  for (let count = 0; count < MOST_ARRIVALS; count++) await knock(`number ${count}`);
  const full = await read();
  expect(full.match(/<details/g)).toHaveLength(MOST_ARRIVALS);
  expect(full).toContain(`number ${MOST_ARRIVALS - 1}<`);
  expect(full).not.toContain('longer than 64 kB');
  for (let count = 0; count < 60; count++) await ask(`/in/other-${count}`, { method: 'POST' });
  const all = await (await ask('')).text();
  expect(all.match(/href="\/sandbox\/receiver\/of\//g)).toHaveLength(50);
  expect(all).not.toContain('other-9<');
  await sandbox.close();
});

test('answers 404 for invalid names and when receivers are disabled', async () => {
  const { sandbox, ask } = openReceiver();
  for (const name of ['A', 'x'.repeat(41), '-a', 'a.b', '%00'])
    expect((await ask(`/in/${name}`, { method: 'POST' })).status).toBe(404);
  expect((await ask('?name=My-Program')).headers.get('location')).toBe('/sandbox/receiver/of/my-program');
  expect((await ask('?name=a/b')).status).toBe(422);
  await sandbox.close();
  const bare = openRehearsal().sandbox;
  expect((await bare.pages.request('/receiver')).status).toBe(404);
  await bare.close();
});
