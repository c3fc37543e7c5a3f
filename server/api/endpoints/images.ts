import { z } from 'zod';

import type { ErrorCode } from '#domain/errors.ts';

import { uploadImage } from '#server/functions/images.ts';

import { ApiImage } from '../answers/pages.ts';
import { defineEndpoint, type ApiEndpoint } from '../endpoint.ts';

/** Errors of an image inside a draft, whose total size limit is below that of an image. */
export const EMBEDDED_IMAGE_ERRORS = [
  'image_type',
  'image_unreadable',
  'logo_type',
  'storage_full',
] as const satisfies readonly ErrorCode[];

export const IMAGE_ERRORS = ['image_too_large', 'logo_too_large', ...EMBEDDED_IMAGE_ERRORS] as const;

export const IMAGE_ENDPOINTS: readonly ApiEndpoint[] = [
  defineEndpoint({
    method: 'POST',
    path: '/images',
    scope: 'pages:write',
    rpcFunction: uploadImage,
    group: 'Images',
    summary: 'Upload an image',
    description: 'Up to 2 MB. Its address goes into the `logo` or `productImage` of a config.',
    body: z.strictObject({
      image: z
        .string()
        .max(3 * 1024 * 1024)
        .meta({ description: 'As a data URL, such as data:image/png;base64,…' }),
      use: z.enum(['product', 'logo']),
    }),
    answer: ApiImage,
    status: 201,
    errors: IMAGE_ERRORS,
    toBody: ({ body }) => body,
  }),
];
