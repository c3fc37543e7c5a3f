import { z } from 'zod';

import { pageFileMessages as messages } from '#content/messages/page-files.ts';

import type { ApiProblem } from './api-errors.ts';
import { CheckoutPageConfig, isKnownSchemaVersion } from './checkout-page-schema.ts';
import { CONFIG_SCHEMA } from './checkout-page.ts';
import { DeliverableName, DeliverableSettings } from './deliverable-schema.ts';
import { DELIVERABLE_LIMITS, MAX_DELIVERABLES, MAX_FILE_BYTES } from './deliverable.ts';
import { isImageDataUrl } from './image.ts';
import { describeIssues } from './input-problems.ts';
import { PAGE_FILE_FORMAT, PAGE_FILE_VERSION, type PageFile } from './page-file.ts';
import { normalizePageName, validatePageName } from './page-name.ts';

const isEmbedded = (image: string | null): boolean => image === null || isImageDataUrl(image);

const ConfigSchema = CheckoutPageConfig.refine(({ logo }) => isEmbedded(logo), {
  path: ['logo'],
  error: messages.imageNotEmbedded,
})
  .refine(({ productImage }) => isEmbedded(productImage), {
    path: ['productImage'],
    error: messages.imageNotEmbedded,
  })
  .refine(({ bumps }) => bumps.items.every(({ image }) => isEmbedded(image)), {
    path: ['bumps'],
    error: messages.imageNotEmbedded,
  });

const NameSchema = z
  .string()
  .max(1000)
  .transform(normalizePageName)
  .superRefine((name, context) => {
    const message = validatePageName(name);
    if (message) context.addIssue({ code: 'custom', message });
  })
  .nullable();

/** Header that identifies a page file, checked before the rest. */
const HeaderSchema = z.looseObject({
  format: z.literal(PAGE_FILE_FORMAT),
  version: z.number(),
  schema: z.number(),
});

const DeliverableSchema = z.strictObject({
  id: z.string().max(40),
  name: DeliverableName,
  settings: DeliverableSettings,
  file: z
    .strictObject({
      fileName: z.string().min(1).max(DELIVERABLE_LIMITS.fileName),
      bytes: z.number().int().min(0).max(MAX_FILE_BYTES),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .nullable(),
});

const FileSchema = z
  .strictObject({
    format: z.literal(PAGE_FILE_FORMAT),
    version: z.literal(PAGE_FILE_VERSION),
    schema: z.number().refine((schema) => isKnownSchemaVersion(schema)),
    name: NameSchema,
    config: ConfigSchema,
    // Files of earlier versions have none.
    deliverables: z.array(DeliverableSchema).max(MAX_DELIVERABLES).default([]),
    bundleItems: z
      .array(
        z.strictObject({
          slug: z.string().max(500).nullable(),
          name: z.string().max(1000),
          optionId: z.string().max(40),
        }),
      )
      .max(20)
      .optional(),
  })
  .refine(
    ({ config, deliverables }) => config.delivery.items.every(({ id }) => deliverables.some((one) => one.id === id)),
    {
      path: ['config', 'delivery'],
      error: messages.deliverableMissing,
    },
  )
  .refine(({ deliverables }) => new Set(deliverables.map(({ id }) => id)).size === deliverables.length, {
    path: ['deliverables'],
    error: messages.deliverableRepeated,
  });

/** Validates a page file as a whole; returns it or a list of errors. */
export function parsePageFile(value: unknown): { file: PageFile } | { errors: ApiProblem[] } {
  const header = HeaderSchema.safeParse(value);
  if (!header.success) return { errors: [{ path: 'format', code: 'unknown_format', message: messages.unknownFormat }] };
  const { version, schema } = header.data;
  if (version !== PAGE_FILE_VERSION || !isKnownSchemaVersion(schema)) {
    const site = { version: PAGE_FILE_VERSION, schema: CONFIG_SCHEMA };
    const message = messages.otherVersion({ file: { version, schema }, site });
    return { errors: [{ path: 'version', code: 'unsupported_version', message }] };
  }
  const parsed = FileSchema.safeParse(value);
  return parsed.success ? { file: parsed.data } : { errors: describeIssues(parsed.error) };
}
