import { list, text, type DocsSection } from './docs-block.ts';

export const SDK_DOCS = {
  title: 'TypeScript SDK',
  description: 'A typed client for the API with retries, pagination, and webhook verification.',
};

const installSection = (appUrl: string): DocsSection => ({
  id: 'install',
  title: 'Install',
  blocks: [
    text(
      'The package `@tillwright/sdk` is in the repository, not on npm. Run `npm pack ./packages/sdk` there, and install the resulting file in your project: `npm install ./tillwright-sdk-0.1.0.tgz`. It needs Node.js 20.19 or later and is for servers only, because an API key must never reach a browser.',
    ),
    {
      kind: 'code',
      caption: 'The first request',
      code: `import { createTillwright } from '@tillwright/sdk';

const tillwright = createTillwright({ url: '${appUrl}', key: process.env.TILLWRIGHT_KEY });

const order = await tillwright.orders.get(orderId);
await tillwright.orders.refunds.create(order.id, { amount: 500 });`,
    },
    text(
      'Methods are named after the operations in the [reference](/developers/api): `orders.refunds.create` creates a refund. Path parameters come first, in the order of the path, then the query or the body, then options such as `idempotencyKey` and `signal`.',
    ),
  ],
});

const listsSection: DocsSection = {
  id: 'lists',
  title: 'Lists',
  blocks: [
    text('`await` returns one page, and `for await` goes through all of them.'),
    {
      kind: 'code',
      caption: 'One page, and all orders',
      code: `const { data, next } = await tillwright.orders.list({ limit: 50 });

for await (const order of tillwright.orders.list()) console.log(order.number);`,
    },
    text(
      'To keep a copy of your orders, fetch what has changed since the last run. Go back a few minutes, because a change keeps the time at which it began.',
    ),
    {
      kind: 'code',
      caption: 'Copying what has changed',
      code: `const startedAt = Date.now();
const updatedAfter = new Date(lastRunAt - 5 * 60_000).toISOString();
for await (const order of tillwright.orders.list({ updatedAfter, expand: ['refunds'] })) await saveCopy(order);
lastRunAt = startedAt;`,
    },
  ],
};

const retriesSection: DocsSection = {
  id: 'retries',
  title: 'Retries',
  blocks: [
    text(
      'After a network error or a status of 429, 502, 503, or 504, the client retries a request up to four times. It waits as long as `Retry-After` says, or a little longer each time. If it would have to wait for more than 60 seconds, it throws the error instead. It sends an `Idempotency-Key` with each write request, so if a request was already processed, a retry returns its first response. To retry a request yourself, pass your own key in `idempotencyKey`.',
    ),
  ],
};

const errorsSection: DocsSection = {
  id: 'errors',
  title: 'Errors',
  blocks: [
    list(
      '`ApiError`: the API returned an error. `code` says which one, `details` has the full error, and `requestId` identifies the request.',
      '`ConnectionError`: no usable response arrived. Use its `idempotencyKey` to retry the request safely.',
      '`WebhookVerificationError`: a request isn’t from your installation, or is too old.',
    ),
    {
      kind: 'code',
      caption: 'Handling one error',
      code: `import { ApiError } from '@tillwright/sdk';

try {
  await tillwright.pages.coupons.create(pageId, { code: 'EARLY10', percentOff: 10 });
} catch (error) {
  if (!(error instanceof ApiError && error.code === 'coupon_exists')) throw error;
}`,
    },
  ],
};

const webhooksSection: DocsSection = {
  id: 'webhooks',
  title: 'Webhooks',
  blocks: [
    text('`verifyWebhook` checks the signature and the age of a request. The type of `data` depends on `type`.'),
    {
      kind: 'code',
      caption: 'A handler for web standards, such as in Next.js or Hono',
      code: `import { verifyWebhook } from '@tillwright/sdk';

export async function POST(request) {
  const event = verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET);
  if (event.type === 'order.paid') await unlockCourse(event.data.order.metadata.userId);
  return new Response();
}`,
    },
  ],
};

export const createSdkDocs = (appUrl: string): readonly DocsSection[] => [
  installSection(appUrl),
  listsSection,
  retriesSection,
  errorsSection,
  webhooksSection,
];
