import type { WebhookEventType } from '#domain/webhook-event.ts';

import type { EventBody } from './event-schemas.ts';
import recordedEvents from './recorded-events.json' with { type: 'json' };

/** Stands for the address of an installation in recorded events. */
const APP_URL_PLACEHOLDER = '{appUrl}';
const EXAMPLE_URL = 'https://checkout.example.com';

const EXAMPLES: Readonly<Record<string, object>> = recordedEvents;

/** Example of an event's data, for tests of endpoints and the documentation. `every-event.test.ts` has recorded it. */
export const buildExampleData = (type: WebhookEventType): EventBody['data'] =>
  JSON.parse(JSON.stringify(EXAMPLES[type] ?? {}).replaceAll(APP_URL_PLACEHOLDER, EXAMPLE_URL)) as EventBody['data'];
