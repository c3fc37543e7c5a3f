import { expect, test } from 'vitest';

import { createEmptyConfig, type CheckoutPageConfig } from './checkout-page.ts';
import { createDeliverableSettings, type Deliverable, type DeliverableSettings, type FileScan } from './deliverable.ts';
import { listDeliveryWarnings, validateDelivery } from './delivery-problems.ts';
import { createBump, withBumps } from './testing/order-bumps.ts';

const fileWith = (scan: FileScan): Deliverable['file'] => ({
  number: 1,
  fileName: 'Guide.pdf',
  mediaType: 'application/pdf',
  bytes: 1,
  sha256: '0a'.repeat(32),
  scan,
  createdAt: '2026-11-30T10:00:00Z',
});

const createDeliverable = (
  id: string,
  settings: DeliverableSettings,
  change: Partial<Deliverable> = {},
): Deliverable => ({
  id,
  pageId: 'page',
  kind: settings.kind,
  name: `The ${id}`,
  settings,
  file: null,
  unusedKeys: null,
  createdAt: '2026-11-30T10:00:00Z',
  updatedAt: '2026-11-30T10:00:00Z',
  ...change,
});

const deliver = (items: CheckoutPageConfig['delivery']['items']): CheckoutPageConfig => ({
  ...createEmptyConfig(),
  delivery: { ...createEmptyConfig().delivery, items },
});

const listMessages = (deliverables: Deliverable[], uploads: string[] = []) =>
  validateDelivery(deliver(deliverables.map(({ id }) => ({ id, offeredWith: null }))), { deliverables, uploads }).map(
    ({ field, message }) => [field, message],
  );

const LIST = { ...createDeliverableSettings('keys'), source: 'list' } as DeliverableSettings;

test('names what is missing of each kind', () => {
  const empty = (['file', 'link', 'text'] as const).map((kind) =>
    createDeliverable(kind, createDeliverableSettings(kind)),
  );
  const refused = createDeliverable('guide', createDeliverableSettings('file'), { file: fileWith('refused') });
  expect(listMessages([...empty, createDeliverable('license', LIST, { unusedKeys: 0 }), refused])).toEqual([
    ['delivery.0', 'Upload a file for “The file”'],
    ['delivery.1', 'Enter a URL for “The link”'],
    ['delivery.2', 'Enter the text for “The text”'],
    ['delivery.3', 'There are no keys left for “The license”'],
    ['delivery.4', 'The virus scan rejected the file for “The guide”. Replace it.'],
  ]);
});

test('accepts what is complete', () => {
  const complete = [
    createDeliverable('file', createDeliverableSettings('file'), { file: fileWith('unscanned') }),
    createDeliverable('generated', createDeliverableSettings('keys')),
    createDeliverable('list', LIST, { unusedKeys: 1 }),
    createDeliverable('link', { ...createDeliverableSettings('link'), url: 'https://x.com' } as DeliverableSettings),
    createDeliverable('text', { ...createDeliverableSettings('text'), text: 'Hello' } as DeliverableSettings),
  ];
  expect(listMessages(complete)).toEqual([]);
});

test('waits for uploads, also of what the page does not deliver yet', () => {
  expect(listMessages([], ['Guide.pdf'])).toEqual([['delivery', '“Guide.pdf” is still uploading']]);
  expect(listMessages([], ['Guide.pdf', 'b.zip'])).toEqual([['delivery', '2 files are still uploading']]);
});

test('refuses what was deleted or belongs to another page', () => {
  const contents = { deliverables: [], uploads: [] };
  expect(validateDelivery(deliver([{ id: 'gone', offeredWith: null }]), contents)).toEqual([
    { field: 'delivery.0', message: 'This was deleted. Remove it from the page.' },
  ]);
});

test('warns of prices without anything to deliver, on pages that deliver something', () => {
  const monthly = {
    id: 'club',
    name: '',
    price: '9',
    paymentType: 'subscription',
    billingFrequency: 'monthly',
  } as const;
  const page = (items: CheckoutPageConfig['delivery']['items']): CheckoutPageConfig => ({
    ...deliver(items),
    ...withBumps(createBump('audio', '5')),
    priceOptions: { baseName: 'Once', others: [monthly] },
  });
  const warn = (items: CheckoutPageConfig['delivery']['items']) =>
    listDeliveryWarnings(page(items)).map(({ message }) => message);
  expect(warn([])).toEqual([]);
  expect(warn([{ id: 'a', offeredWith: null }])).toEqual([]);
  expect(warn([{ id: 'a', offeredWith: ['base', 'bump:audio'] }])).toEqual([
    'Nothing is delivered with the price “Monthly”',
  ]);
});
