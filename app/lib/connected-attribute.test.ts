import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { CONNECTED_KEY, CONNECTED_SCRIPT } from './connected-attribute.ts';

function runConnectedScript(context: { localStorage?: object }): object {
  const dataset = {};
  runInNewContext(CONNECTED_SCRIPT, { ...context, document: { documentElement: { dataset } } });
  return dataset;
}

test('marks the document before the first paint if the browser knows a connected seller', () => {
  expect(runConnectedScript({ localStorage: { [`${CONNECTED_KEY}id`]: 'true' } })).toEqual({ connected: '' });
  expect(runConnectedScript({ localStorage: { 'tillwright-session': '{}' } })).toEqual({});
});

test('does not change the document when the storage is blocked', () => {
  expect(runConnectedScript({})).toEqual({});
});
