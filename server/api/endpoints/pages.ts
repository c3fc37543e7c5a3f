import { z } from 'zod';

import { checkSlug } from '#server/functions/check-slug.ts';
import { duplicatePage } from '#server/functions/pages.ts';

import { endpoint, type AnyEndpoint } from '../endpoint.ts';

const group = 'Pages';
const PageId = z.strictObject({ pageId: z.uuid() });

export const PAGE_ENDPOINTS: readonly AnyEndpoint[] = [
  endpoint({
    method: 'POST',
    path: '/pages/{pageId}/duplicate',
    scope: 'pages:write',
    does: duplicatePage,
    group,
    summary: 'Duplicate a page',
    description: 'The new page is a draft, made from the draft of the other one. It has no address yet.',
    answer: PageId,
    status: 201,
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
  endpoint({
    method: 'GET',
    path: '/slug-check',
    scope: 'pages:read',
    does: checkSlug,
    group,
    summary: 'Ask whether an address is free',
    description: 'Nothing is reserved by asking.',
    query: z.strictObject({
      slug: z
        .string()
        .max(500)
        .meta({ description: 'As it would be typed', examples: ['throwing-taller'] }),
      pageId: z.uuid().optional().meta({ description: 'The page that is to have it' }),
    }),
    answer: z.strictObject({
      slug: z.string(),
      url: z.string(),
      available: z.boolean(),
      problem: z.string().nullable(),
    }),
    errors: ['not_found'],
    toBody: ({ query }) => query,
  }),
];
