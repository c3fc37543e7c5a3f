// oxlint-disable oxc/no-barrel-file -- the entry of the package
export { createTillwright, type Tillwright } from './client.ts';
export { ApiError, ConnectionError, type ErrorCode, type ErrorDetails, TillwrightError } from './errors.ts';
export type { components } from './generated/schema.ts';
// What the API sends and receives, such as `Order` and `PageConfig`.
export type * from './generated/resources.ts';
export { List, type ListPage } from './list.ts';
export type { ClientOptions, RequestOptions } from './request.ts';
export { verifyWebhook, type WebhookEvent, type WebhookEventType, WebhookVerificationError } from './webhooks.ts';
