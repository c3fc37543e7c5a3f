import { expect, test } from 'vitest';

import { createFileVersion } from '#app/testing/delivery.ts';
import { RpcFailure } from '#app/testing/fake-rpc.ts';
import { renderApp } from '#app/testing/render-app.tsx';
import { createEmptyConfig } from '#domain/checkout-page.ts';
import { createDeliverableSettings, type Deliverable, type DeliverableSettings } from '#domain/deliverable.ts';
import type { PageDraft } from '#domain/rpc-contract.ts';

const PAGE_ID = '44444444-4444-4444-8444-000000000001';

const createDeliverable = (id: string, name: string, settings: DeliverableSettings): Deliverable => ({
  id,
  pageId: PAGE_ID,
  kind: settings.kind,
  name,
  settings,
  file: null,
  unusedKeys: null,
  createdAt: '2026-11-30T10:00:00.000Z',
  updatedAt: '2026-11-30T10:00:00.000Z',
});

const DELIVERABLES = [
  createDeliverable('removed', 'No longer delivered', createDeliverableSettings('text')),
  createDeliverable('guide', 'Guide', createDeliverableSettings('file')),
  createDeliverable('license', 'License', {
    ...createDeliverableSettings('keys'),
    prefix: 'CLAY',
  } as DeliverableSettings),
];

const createDraft = (ids: readonly string[]): PageDraft => ({
  pageId: PAGE_ID,
  name: null,
  config: {
    ...createEmptyConfig(),
    productName: 'Throwing Taller',
    delivery: { ...createEmptyConfig().delivery, items: ids.map((id) => ({ id, offeredWith: null })) },
  },
  published: null,
  revision: 1,
  version: 0,
  state: 'draft',
  hold: null,
  slug: null,
  url: null,
  domainUrl: null,
});

test('shows the seller what the draft delivers, in its order and with a made-up license key', async () => {
  const { screen } = await renderApp(`/g/sample/${PAGE_ID}`, {
    'get-page': () => createDraft(['license', 'guide']),
    'list-deliverables': () => ({ deliverables: DELIVERABLES }),
  });
  await expect.element(screen.getByRole('heading', { name: 'Throwing Taller' })).toBeVisible();
  await expect.element(screen.getByText(/^CLAY-/)).toBeVisible();
  const names = screen
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('.delivered__name')?.textContent);
  expect(names).toEqual(['License', 'Guide']);
  await expect.element(screen.getByText('This isn’t ready yet. Try again later, or contact the seller.')).toBeVisible();
});

test('says that a draft delivers nothing yet', async () => {
  const { screen } = await renderApp(`/g/sample/${PAGE_ID}`, {
    'get-page': () => createDraft([]),
    'list-deliverables': () => ({ deliverables: [] }),
  });
  await expect.element(screen.getByText(/^This page doesn’t deliver anything yet\./)).toBeVisible();
});

test('says why a file cannot be downloaded', async () => {
  const guide = {
    ...createDeliverable('guide', 'Guide', createDeliverableSettings('file')),
    file: createFileVersion(),
  };
  const { screen } = await renderApp(`/g/sample/${PAGE_ID}`, {
    'get-page': () => createDraft(['guide']),
    'list-deliverables': () => ({ deliverables: [guide] }),
    'create-file-link': () => {
      throw new RpcFailure(503, { code: 'unavailable', title: '', message: 'Try again in a moment.' });
    },
  });
  await screen.getByRole('link', { name: 'Download Guide' }).click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Try again in a moment.');
});
