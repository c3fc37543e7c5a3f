import { z } from 'zod';

import { WebhookEventType } from '#domain/api-resources/integration-resources.ts';
import { AppError } from '#domain/errors.ts';
import { DELIVERY_RETENTION_DAYS } from '#domain/webhook-endpoint.ts';
import { type EventBody, Event } from '#server/webhooks/event-schemas.ts';
import { findLoggedEvent, listLoggedEvents } from '#server/webhooks/queries/event-log.ts';

import { defineEndpoint, defineGroup, defineListEndpoint } from '../define-endpoint.ts';

const parseEvent = (body: string): EventBody => JSON.parse(body) as EventBody;

export const EVENT_ENDPOINTS = defineGroup('Events', { read: 'events:read', write: 'events:read' }, [
  defineListEndpoint('events.list', '/events', {
    summary: 'List events',
    description: `Everything that happened in the last ${DELIVERY_RETENTION_DAYS} days, whether or not it was sent to a webhook. To catch up, pass the ID of the last event that you processed as \`after\`.`,
    query: z.strictObject({
      type: WebhookEventType.optional().describe('Only events of this type.'),
      after: z.uuid().optional().describe('Only events after the one with this ID.'),
      order: z.enum(['oldest_first', 'newest_first']).optional().describe('Default: `oldest_first`.'),
    }),
    item: Event,
    findRows: async ({ context: { db, mode }, sellerId, query, limit, after }) => {
      const start = query.after === undefined ? null : await findLoggedEvent(db, { sellerId, mode, id: query.after });
      if (start === null && query.after !== undefined) {
        const message = `There is no such event in the last ${DELIVERY_RETENTION_DAYS} days.`;
        const problem = { path: 'after', code: 'unknown_event', message };
        throw new AppError('invalid_request', { facts: { problems: [problem] } });
      }
      return listLoggedEvents(db, {
        sellerId,
        mode,
        type: query.type,
        after: start?.position ?? 0,
        cursor: after && Number(after[0]),
        isNewestFirst: query.order === 'newest_first',
        limit,
      });
    },
    keyOf: ({ position }) => [position],
    toItems: (rows) => rows.map(({ body }) => parseEvent(body)),
  }),
  defineEndpoint('events.get', 'GET /events/{eventId}', {
    summary: 'Get an event',
    response: Event,
    run: async ({ context: { db, mode }, sellerId, params }) => {
      const event = await findLoggedEvent(db, { sellerId, mode, id: params.eventId });
      if (!event) throw new AppError('not_found');
      return parseEvent(event.body);
    },
  }),
]);
