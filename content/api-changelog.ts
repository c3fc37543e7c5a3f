import { list, text, type DocsSection } from './docs-block.ts';

export const API_CHANGELOG = {
  title: 'API changes',
  description: 'What changed in the API, and how we change it.',
};

/** Shortest time between the announcement that an operation will be removed and its removal. */
export const MIN_DEPRECATION_MONTHS = 12;

/** Newest first. Each entry names a release of the API. */
export const API_RELEASES: readonly { version: string; changes: readonly string[] }[] = [
  {
    version: '1.0.0',
    changes: [
      'First stable release: consistent resources, errors, and money, operation IDs for SDKs, and webhooks with the full resource.',
      '`POST /checkouts` creates links for single buyers, and `GET /events` lists events to catch up from.',
      'The OpenAPI document describes webhooks and has real examples. Responses may get new fields, and their enumerations new values.',
      'Events `page.paused`, `page.resumed`, `page.deleted`, and `domain.failing`.',
      '`customerId` on orders and subscriptions and as a filter, `updatedAt` with the filters `updatedAfter` and `updatedBefore`, `mode` on orders, subscriptions, refunds, disputes, and checkouts, and `expand=page` and `expand=order`.',
      'Extras: `lineItems` of orders and refunds, the filter `bumpId`, `lines` of `GET /orders/export`, and `by=bump` of analytics.',
      'Quantities: `quantity` of `POST /checkouts` and of subscriptions, the `quantity` settings of pages, refunds of single units with `quantity` in their `lineItems`, `refundedQuantity` of line items, and `quantities` and `extras` of analytics.',
      'Single-use codes: `batch` of coupons and the endpoints below `/pages/{pageId}/coupon-batches/{code}/codes`. Coupons also show `payments`, `buyers`, `buyersOfPageId`, `paused`, and `note`.',
      'Setup fees, free trials, and payment plans: the line item `setup-fee`, `afterTrial` of line items, the state `trialing` and `trialEndsAt` of subscriptions, `paymentPlan` of orders, the filter `paymentPlanState`, and `paymentTerms` of analytics.',
      'Delivery: `GET /orders/{orderId}/entitlements` and `expand=entitlements` say what an order delivers, whether the buyer has access, and what was downloaded. `POST /entitlements/{entitlementId}/revoke` and `/restore`, `POST /licenses/{licenseId}/replace`, and `POST /orders/{orderId}/send-delivery` change it. Refunds accept `keepAccess`.',
      'License keys: `POST /licenses/check`, `/activate`, and `/deactivate` need no API key, `GET /licenses/public-key` verifies their proofs, and there are endpoints below `/licenses` and `/deliverables/{deliverableId}/license-keys`. Events `license.activated` and `license.deactivated`.',
      'Events `entitlement.granted`, `entitlement.paused`, `entitlement.resumed`, `entitlement.ended`, and `license.replaced`, and their kinds in the timeline of orders.',
      'Bundles: the `bundle` of pages, `item` of line items, `missingProducts` of imported page files, the error `page_in_bundle`, and `bundles` of analytics.',
      'Emails of the kind `delivery` in the history of an order. A receipt that is sent again contains a new link to what the order delivers.',
      'Deliverables: `config.delivery` of pages, the endpoints below `/pages/{pageId}/deliverables` and `/deliverables`, and uploads with `/files`. Page files name what pages deliver.',
      'New: TypeScript SDK, command line for all operations, MCP server, `/llms.txt`, and a Postman collection.',
    ],
  },
];

export const createApiChangelog = (): readonly DocsSection[] => [
  {
    id: 'policy',
    title: 'How the API changes',
    blocks: [
      list(
        'The version in the URL, `v1`, changes only if existing apps would break. The previous version then stays available.',
        'At any time, we may add endpoints, optional parameters, response fields, error codes, enumeration values, and event types. Ignore anything your app doesn’t recognize.',
        `Before an operation is removed, it’s deprecated for at least ${MIN_DEPRECATION_MONTHS} months. It’s then marked in the reference, and its responses have a \`Deprecation\` header with the time of the announcement and a \`Sunset\` header with the time of the removal.`,
        'Error messages can change. Rely on `code` instead.',
      ),
      text('The `info.version` of [openapi.json](/api/v1/openapi.json) says which release of the API it describes.'),
    ],
  },
  ...API_RELEASES.map(({ version, changes }) => ({
    id: `v${version.replaceAll('.', '-')}`,
    title: version,
    blocks: [list(...changes)],
  })),
];
