import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { openStore } from './store.ts';

test('reads the tag of a payment method from a file of an earlier version', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'sandbox.sqlite');
  const earlier = openStore(file);
  earlier
    .sql('INSERT INTO objects (account, type, id, json, created) VALUES (?, ?, ?, ?, ?)')
    .run('', 'payment_method', 'pm_1', '{"id":"pm_1","hidden":{"behaviour":"declined","setUp":true}}', 0);
  earlier.close();
  const store = openStore(file);
  expect(store.repository('').get('payment_method', 'pm_1').hidden).toEqual({ behaviorTag: 'declined', setUp: true });
  store.close();
});
