import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { createDevice, createKeyList, createLicenseList, createLicenseRow, LICENSE_ID } from '#app/testing/licenses.ts';
import { renderApp } from '#app/testing/render-app.tsx';

test('lists keys with product, buyer, devices and status', async () => {
  const unused = createLicenseRow({
    id: 'unused',
    ending: 'AB123',
    state: 'unused',
    orderId: null,
    orderNumber: null,
    buyerEmail: null,
    assignedAt: null,
  });
  const { screen } = await renderApp('/licenses', {
    'list-licenses': () => createLicenseList([createLicenseRow(), unused]),
  });
  const row = screen.getByRole('row').filter({ hasText: '…7M2KQ' });
  await expect.element(row).toMatchTextContent('Kiln Planner Pro');
  await expect.element(row).toMatchTextContent('2 of 3');
  await expect.element(row).toMatchTextContent('Active');
  await expect
    .element(row.getByRole('link', { name: 'celeste@example.com No. 12' }))
    .toHaveAttribute('href', `/orders/${createLicenseRow().orderId}`);
  const unusedRow = screen.getByRole('row').filter({ hasText: '…AB123' });
  await expect.element(unusedRow).toMatchTextContent('Not sold yet');
  await expect.element(unusedRow).toMatchTextContent('Unused');
  const tabs = screen.getByRole('navigation', { name: 'Pages' });
  await expect.element(tabs.getByRole('link', { name: 'License keys' })).toHaveAttribute('aria-current', 'page');
  await expect
    .element(screen.getByRole('link', { name: /public key/ }))
    .toHaveAttribute('href', '/api/v1/licenses/public-key');
});

test('searches and filters on the server, and keeps both in the URL', async () => {
  const other = createKeyList({ id: '77777777-7777-4777-8777-000000000002', name: 'Glaze Lab', unusedKeys: null });
  const { screen, rpc, history } = await renderApp('/licenses', {
    'list-licenses': ({ search, state }) =>
      createLicenseList(search || state ? [] : undefined, { deliverables: [createKeyList(), other] }),
  });
  await screen.getByRole('searchbox', { name: 'Search license keys' }).fill('7m2kq');
  await expect.element(screen.getByText('No license keys match “7m2kq”')).toBeVisible();
  await screen.getByRole('button', { name: 'Paused', exact: true }).click();
  await screen.getByLabelText('Product').selectOptions('Glaze Lab');
  await expect.poll(() => history.url).toBe(`/licenses?q=7m2kq&state=paused&deliverable=${other.id}`);
  await expect
    .poll(() => rpc.bodiesOf('list-licenses').at(-1))
    .toEqual({ search: '7m2kq', state: 'paused', deliverableId: other.id });
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(screen.getByText('…7M2KQ')).toBeVisible();
  await expect.poll(() => history.url).toBe('/licenses');
});

test('pages through the list', async () => {
  const { screen, rpc } = await renderApp('/licenses?page=2', {
    'list-licenses': ({ page: number = 1 }) => createLicenseList(undefined, { page: number, pages: 3, count: 101 }),
  });
  await expect.element(screen.getByText('51–51 of 101')).toBeVisible();
  await screen.getByRole('link', { name: 'Next page' }).click();
  await expect.poll(() => rpc.bodiesOf('list-licenses').at(-1)).toEqual({ page: 3 });
});

test('says what will be here before a key was sold', async () => {
  const { screen } = await renderApp('/licenses', {
    'list-licenses': () => createLicenseList([], { deliverables: [] }),
  });
  await expect.element(screen.getByRole('heading', { name: 'No license keys yet' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Go to your pages' })).toHaveAttribute('href', '/pages');
  await expect.element(screen.getByRole('button', { name: 'Add keys' })).not.toBeInTheDocument();
});

test('offers to add keys to a list that is empty', async () => {
  const { screen } = await renderApp('/licenses', { 'list-licenses': () => createLicenseList([]) });
  await expect.element(screen.getByRole('heading', { name: 'No license keys yet' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add keys' })).toBeVisible();
});

test('shows an error and loads the keys again', async () => {
  const { screen, rpc } = await renderApp('/licenses', {
    'list-licenses': () => {
      throw new RpcFailure(503, { code: 'unavailable', title: '', message: 'Try again in a moment.' });
    },
  });
  await expect.element(screen.getByText('Couldn’t load your license keys')).toBeVisible();
  rpc.handle({ 'list-licenses': () => createLicenseList() });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('…7M2KQ')).toBeVisible();
});

test('shows a key on request, changes its limits, and removes a device', async () => {
  const devices = [createDevice(), createDevice({ id: 'other', label: '' })];
  const { screen, rpc } = await renderApp('/licenses', {
    'list-licenses': () => createLicenseList(),
    'get-license': () => ({ license: createLicenseRow(), activations: devices }),
    'show-license-key': () => ({ key: 'KILN-00000-00000-00000-00000-7M2KQ' }),
    'update-license': ({ maxActivations = 3, expiresAt = null }) => ({
      license: createLicenseRow({ maxActivations, expiresAt }),
    }),
    'end-activation': () => ({
      license: createLicenseRow({ activations: 1 }),
      activations: [createDevice({ endedAt: '2026-03-04T10:00:00Z' }), createDevice({ id: 'other', label: '' })],
    }),
  });
  await screen.getByRole('button', { name: '…7M2KQ' }).click();
  const dialog = screen.getByRole('dialog', { name: 'License key …7M2KQ' });
  await expect.element(dialog.getByText('••••• 7M2KQ')).toBeVisible();
  await dialog.getByRole('button', { name: 'Show key' }).click();
  await expect.element(dialog.getByText('KILN-00000-00000-00000-00000-7M2KQ')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy' })).toBeVisible();

  const limit = dialog.getByLabelText('Device limit');
  const save = dialog.getByRole('button', { name: 'Save limits' });
  await expect.element(save).toBeDisabled();
  await limit.fill('0');
  await expect.element(limit).toHaveAccessibleDescription('Enter a number from 1 to 1000.');
  await expect.element(save).toBeDisabled();
  await limit.fill('');
  await dialog.getByLabelText('Valid through (UTC)').fill('2027-01-31');
  await save.click();
  await expect.element(screen.getByText('Limits saved')).toBeVisible();
  expect(rpc.bodiesOf('update-license')).toEqual([
    { licenseId: LICENSE_ID, maxActivations: null, expiresAt: '2027-01-31T23:59:59.999Z' },
  ]);

  const deviceItems = dialog.getByRole('listitem');
  await expect.element(deviceItems.filter({ hasText: 'Unnamed device' })).toMatchTextContent('Network 203.0.113.0/24');
  await dialog.getByRole('button', { name: 'Remove Studio laptop' }).click();
  await expect.element(dialog.getByText('1 device was removed.')).toBeVisible();
  await expect.element(deviceItems.filter({ hasText: 'Studio laptop' })).not.toBeInTheDocument();
  expect(rpc.bodiesOf('end-activation')).toEqual([{ activationId: createDevice().id }]);
});

test('shows at its field why a date was refused, until another one is entered', async () => {
  const message = 'The buyer’s access ends on December 30, 2026.';
  const { screen } = await renderApp('/licenses', {
    'list-licenses': () => createLicenseList(),
    'get-license': () => ({ license: createLicenseRow(), activations: [] }),
    'update-license': () => {
      throw new RpcFailure(400, { code: 'invalid_request', title: 'Invalid request', message });
    },
  });
  await screen.getByRole('button', { name: '…7M2KQ' }).click();
  const day = screen.getByLabelText('Valid through (UTC)');
  await day.fill('2027-01-31');
  await screen.getByRole('button', { name: 'Save limits' }).click();
  await expect.element(day).toHaveAccessibleDescription(message);
  await expect.element(day).toHaveValue('2027-01-31');
  await day.fill('2026-12-30');
  await expect.element(day).toHaveAccessibleDescription('');
});

test('does not save an incomplete date as no date', async () => {
  const { screen, rpc } = await renderApp('/licenses', {
    'list-licenses': () => createLicenseList(),
    'get-license': () => ({
      license: createLicenseRow({ expiresAt: '2027-01-31T23:59:59.999Z' }),
      activations: [],
    }),
  });
  await screen.getByRole('button', { name: '…7M2KQ' }).click();
  const day = screen.getByLabelText('Valid through (UTC)');
  await day.click();
  await userEvent.keyboard('{Backspace}');
  await expect.element(day).toHaveValue('');
  await screen.getByRole('button', { name: 'Save limits' }).click();
  await expect.element(day).toHaveFocus();
  expect(rpc.bodiesOf('update-license')).toEqual([]);
});

test('removes the unused keys of the chosen list after a confirmation', async () => {
  const { id, name } = createKeyList();
  const { screen, rpc } = await renderApp(`/licenses?deliverable=${id}`, {
    'list-licenses': () => createLicenseList(),
    'remove-unused-keys': () => ({ removed: 840 }),
  });
  await screen.getByRole('button', { name: 'Remove unused keys' }).click();
  const dialog = screen.getByRole('dialog', { name: `Remove the unused keys of “${name}”?` });
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Remove keys' }).click();
  await expect.element(screen.getByText('840 keys removed')).toBeVisible();
  expect(rpc.bodiesOf('remove-unused-keys')).toEqual([{ deliverableId: id }]);
});

test('fits on a phone', async () => {
  await page.viewport(390, 844);
  const long = createLicenseRow({
    deliverableName: 'An_uncommonly_long_name_of_a_product_without_any_blanks_in_it',
    buyerEmail: `${'very-long-name'.repeat(6)}@example.com`,
    state: 'replaced',
  });
  const { screen } = await renderApp('/licenses', {
    'list-licenses': () => createLicenseList([long]),
    'get-license': () => ({ license: long, activations: [createDevice({ label: 'x'.repeat(100) })] }),
  });
  await screen.getByRole('button', { name: '…7M2KQ' }).click();
  await expect.element(screen.getByRole('button', { name: /^Remove x/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await page.viewport(1280, 900);
});
