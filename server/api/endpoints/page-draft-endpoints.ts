import { z } from 'zod';

import { CheckoutPageConfig } from '#domain/checkout-page-schema.ts';
import { createEmptyConfig } from '#domain/checkout-page.ts';
import { AppError } from '#domain/errors.ts';
import { unpublishPage } from '#server/pages/rpc/manage-pages.ts';
import { saveCheckoutPage } from '#server/pages/rpc/save-checkout-page.ts';
import { getPage, saveDraft } from '#server/pages/rpc/save-draft.ts';

import { defineEndpoint, STRIPE_ERRORS, type ApiEndpoint } from '../define-endpoint.ts';
import { ApiConfig, ApiPageState, ApiPublished, ApiSavedDraft } from '../schemas/page-schemas.ts';
import { EMBEDDED_IMAGE_ERRORS } from './page-file-endpoints.ts';

const group = 'Pages';

const BaseRevision = z.number().int().min(0).optional().meta({
  description: 'The revision that this was made from: where there is a newer one it is refused.',
});
const BaseVersion = z.number().int().min(0).optional().meta({
  description: 'The version that this was made from: where there is a newer one it is refused.',
});
/** All keys are optional without their defaults: a missing key keeps its stored value. */
const optionalFields = Object.entries(CheckoutPageConfig.shape).map(([key, schema]) => [
  key,
  (schema instanceof z.ZodDefault ? schema.unwrap() : schema).optional(),
]);
const PartialConfig = (
  z.strictObject(Object.fromEntries(optionalFields)) as unknown as ReturnType<typeof CheckoutPageConfig.partial>
).meta({
  id: 'PartOfPageConfig',
  description: 'Some keys of a config. Each stands for the whole of what it had; the others stay.',
});

/** Endpoints for drafts and publishing. */
export const PAGE_DRAFT_ENDPOINTS: readonly ApiEndpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: '/pages',
    scope: 'pages:write',
    rpcFunction: saveDraft,
    group,
    summary: 'Create a page',
    description: 'A draft that buyers do not see, empty where nothing is sent.',
    body: z.strictObject({ config: ApiConfig.optional() }),
    answer: ApiSavedDraft,
    status: 201,
    errors: EMBEDDED_IMAGE_ERRORS,
    toBody: ({ body }) => ({ config: body.config ?? createEmptyConfig() }),
  }),
  defineEndpoint({
    method: 'PUT',
    path: '/pages/{pageId}/draft',
    scope: 'pages:write',
    rpcFunction: saveDraft,
    group,
    summary: 'Replace the draft',
    description: 'What buyers see does not change. Images may stand in the config as data URLs.',
    body: z.strictObject({ config: ApiConfig, baseRevision: BaseRevision }),
    answer: ApiSavedDraft,
    errors: ['not_found', 'draft_changed', ...EMBEDDED_IMAGE_ERRORS],
    toBody: ({ params, body }) => ({ ...params, ...body }),
  }),
  defineEndpoint({
    method: 'PATCH',
    path: '/pages/{pageId}/draft',
    scope: 'pages:write',
    rpcFunction: saveDraft,
    group,
    summary: 'Change some of the draft',
    description: 'What buyers see does not change. Images may stand in the config as data URLs.',
    body: z.strictObject({ config: PartialConfig, baseRevision: BaseRevision }),
    answer: ApiSavedDraft,
    errors: ['not_found', 'draft_changed', ...EMBEDDED_IMAGE_ERRORS],
    toBody: async ({ params, body, callFunction }) => {
      const { config, revision } = await callFunction(getPage, params);
      return {
        ...params,
        config: { ...config, ...body.config },
        baseRevision: body.baseRevision ?? revision,
      };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/pages/{pageId}/publish',
    scope: 'pages:write',
    rpcFunction: saveCheckoutPage,
    group,
    summary: 'Publish a page',
    description: 'Its draft becomes a new version, which buyers see from now on.',
    body: z.strictObject({
      slug: z.string().max(500).optional().meta({
        description: 'The last part of its address. Left out: what the draft says, else the one it has.',
      }),
      baseVersion: BaseVersion,
      baseRevision: BaseRevision,
    }),
    answer: ApiPublished,
    errors: [
      'not_found',
      'page_invalid',
      'slug_taken',
      'draft_changed',
      'stripe_not_connected',
      'publishing_not_allowed',
      'page_suspended',
      ...STRIPE_ERRORS,
    ],
    toBody: async ({ params, body, callFunction }) => {
      const { config, revision } = await callFunction(getPage, params);
      if (body.baseRevision !== undefined && body.baseRevision !== revision)
        throw new AppError('draft_changed', { facts: { revision } });
      return { baseRevision: revision, ...params, ...body, config, slug: body.slug ?? config.customSlug };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/pages/{pageId}/unpublish',
    scope: 'pages:write',
    rpcFunction: unpublishPage,
    group,
    summary: 'Take a page off sale',
    description: 'Its address stays and says so. A page that was never published stays a draft.',
    answer: z.strictObject({ state: ApiPageState }),
    errors: ['not_found'],
    toBody: ({ params }) => params,
  }),
];
