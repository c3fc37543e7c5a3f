import { expect, test } from 'vitest';
import type { RenderResult } from 'vitest-browser-react';

import { RpcFailure, type RpcHandlers } from '#app/testing/fake-rpc.ts';
import { createKeyList, createLicenseList } from '#app/testing/licenses.ts';
import { renderApp } from '#app/testing/render-app.tsx';

const OTHER_ID = '77777777-7777-4777-8777-000000000002';
const keysField = (screen: RenderResult) => screen.getByLabelText('License keys', { exact: true });
const submit = (screen: RenderResult) => screen.getByRole('dialog').getByRole('button', { name: 'Add keys' });

async function openImport(handlers: RpcHandlers = {}) {
  const lists = [createKeyList(), createKeyList({ id: OTHER_ID, name: 'Glaze Lab', unusedKeys: 1 })];
  const rendered = await renderApp('/licenses', {
    'list-licenses': () => createLicenseList(undefined, { deliverables: lists }),
    ...handlers,
  });
  await rendered.screen.getByRole('button', { name: 'Add keys' }).click();
  await expect.element(keysField(rendered.screen)).toHaveFocus();
  return rendered;
}

test('adds pasted keys to the chosen list and names the lines that were skipped', async () => {
  const { screen, rpc } = await openImport({
    'import-license-keys': () => ({ added: 1, duplicates: [3], unusedKeys: 2 }),
  });
  await screen.getByLabelText('Product').last().selectOptions('Glaze Lab (1 key left)');
  await keysField(screen).fill('STUDIO-1\n\nstudio 1\n');
  await expect.element(screen.getByRole('dialog').getByText('2 keys', { exact: true })).toBeVisible();
  await submit(screen).click();
  const result = screen.getByRole('dialog', { name: '1 key was added' });
  await expect
    .element(result)
    .toMatchTextContent('One key was skipped because you entered it twice or it’s already on your list: line 3.');
  expect(rpc.bodiesOf('import-license-keys')).toEqual([
    { deliverableId: OTHER_ID, keys: ['STUDIO-1', '', 'studio 1', ''] },
  ]);
  await result.getByRole('button', { name: 'Done' }).click();
  await expect.element(result).not.toBeInTheDocument();
  // The list shows the new keys.
  await expect.poll(() => rpc.bodiesOf('list-licenses').length).toBeGreaterThan(1);
});

test('reads a CSV file and shows the progress of a long list', async () => {
  const gate = Promise.withResolvers<void>();
  const { screen, rpc } = await openImport({
    'import-license-keys': async ({ keys }) => {
      if (rpc.bodiesOf('import-license-keys').length > 1) await gate.promise;
      return { added: keys.filter(Boolean).length, duplicates: [], unusedKeys: 0 };
    },
  });
  const rows = Array.from({ length: 1500 }, (_, index) => `"STUDIO-${index}",note`);
  const file = new File([`\uFEFFKey,Note\r\n${rows.join('\r\n')}\r\n`], 'keys.csv', { type: 'text/csv' });
  await screen.getByLabelText('File with license keys').upload(file);
  await expect.element(screen.getByText('1,500 keys', { exact: true })).toBeVisible();
  await submit(screen).click();
  const progress = screen.getByRole('progressbar', { name: 'Adding keys' });
  await expect.element(progress).toHaveAttribute('aria-valuenow', '66');
  await expect.element(screen.getByText('999 of 1,500 keys')).toBeVisible();
  gate.resolve();
  await expect.element(screen.getByRole('dialog', { name: '1,500 keys were added' })).toBeVisible();
  expect(rpc.bodiesOf('import-license-keys').map(({ keys }) => keys.length)).toEqual([1000, 502]);
  expect(rpc.bodiesOf('import-license-keys')[0]?.keys.slice(0, 2)).toEqual(['', 'STUDIO-0']);
});

test('sends nothing more once the dialog is closed', async () => {
  const gate = Promise.withResolvers<void>();
  const { screen, rpc } = await openImport({
    'import-license-keys': async ({ keys }) => {
      if (rpc.bodiesOf('import-license-keys').length === 1) await gate.promise;
      return { added: keys.length, duplicates: [], unusedKeys: 0 };
    },
  });
  const text = Array.from({ length: 1200 }, (_, index) => `STUDIO-${index}`).join('\n');
  await screen.getByLabelText('File with license keys').upload(new File([text], 'keys.txt'));
  await submit(screen).click();
  await expect.poll(() => rpc.bodiesOf('import-license-keys').length).toBe(1);
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  gate.resolve();
  await screen.getByRole('button', { name: 'Add keys' }).click();
  await keysField(screen).fill('STUDIO-2000');
  await submit(screen).click();
  await expect.element(screen.getByRole('dialog', { name: '1 key was added' })).toBeVisible();
  expect(rpc.bodiesOf('import-license-keys').map(({ keys }) => keys.length)).toEqual([1000, 1]);
});

test('says before it sends anything what is wrong with the list', async () => {
  const { screen, rpc } = await openImport();
  await submit(screen).click();
  await expect.element(keysField(screen)).toHaveAccessibleDescription('Enter at least one license key.');
  await keysField(screen).fill('STUDIO-1\nA-1\n');
  await submit(screen).click();
  await expect
    .element(keysField(screen))
    .toHaveAccessibleDescription('Keys must have 6 to 200 characters. Check line 2.');
  const file = new File([Array.from({ length: 10_001 }, (_, index) => `STUDIO-${index}`).join('\n')], 'keys.txt');
  await screen.getByLabelText('File with license keys').upload(file);
  await submit(screen).click();
  await expect
    .element(keysField(screen))
    .toHaveAccessibleDescription('You can add up to 10,000 keys at a time. You entered 10,001.');
  expect(rpc.bodiesOf('import-license-keys')).toEqual([]);
});

test('keeps the list after an error and says what was added before it', async () => {
  const { screen, rpc } = await openImport({
    'import-license-keys': ({ keys }) => {
      if (rpc.bodiesOf('import-license-keys').length === 1)
        return { added: keys.length, duplicates: [], unusedKeys: 0 };
      throw new RpcFailure(409, {
        code: 'license_keys_full',
        title: '',
        message: 'A product can have up to 100,000 license keys.',
      });
    },
  });
  const text = Array.from({ length: 1200 }, (_, index) => `STUDIO-${index}`).join('\n');
  await screen.getByLabelText('File with license keys').upload(new File([text], 'keys.txt'));
  await submit(screen).click();
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('A product can have up to 100,000 license keys. 1,000 keys were added before the error.');
  await expect.element(keysField(screen)).toHaveValue(text);
});
