import { z } from 'zod';

import { CheckoutPageConfig, isKnownSchema } from './checkout-page-schema.ts';
import { CONFIG_SCHEMA } from './checkout-page.ts';
import { isImageDataUrl } from './image.ts';
import { PAGE_FILE_FORMAT, PAGE_FILE_VERSION, type PageFile } from './page-file.ts';
import { pageNameFrom, pageNameProblem } from './page-name.ts';

const isInside = (image: string | null): boolean => image === null || isImageDataUrl(image);
const NOT_INSIDE = 'An image of a page file stands in it as a data URL';

const Config = CheckoutPageConfig.refine(({ logo }) => isInside(logo), {
  path: ['logo'],
  error: NOT_INSIDE,
}).refine(({ productImage }) => isInside(productImage), { path: ['productImage'], error: NOT_INSIDE });

const Name = z
  .string()
  .max(1000)
  .transform(pageNameFrom)
  .superRefine((name, problems) => {
    const message = pageNameProblem(name);
    if (message) problems.addIssue({ code: 'custom', message });
  })
  .nullable();

/** Header that identifies a page file, checked before the rest. */
const Head = z.looseObject({ format: z.literal(PAGE_FILE_FORMAT), version: z.number(), schema: z.number() });

const File = z.strictObject({
  format: z.literal(PAGE_FILE_FORMAT),
  version: z.literal(PAGE_FILE_VERSION),
  schema: z.number().refine((schema) => isKnownSchema(schema)),
  name: Name,
  config: Config,
});

/** Validates a page file as a whole; returns it or a list of errors. */
export function pageFileFrom(value: unknown): { file: PageFile } | { problems: string[] } {
  const head = Head.safeParse(value);
  if (!head.success) return { problems: ['This file is not a page of Tillwright'] };
  const { version, schema } = head.data;
  if (version !== PAGE_FILE_VERSION || !isKnownSchema(schema)) {
    const found = `version ${version}, schema ${schema}`;
    const known = `version ${PAGE_FILE_VERSION}, schema ${CONFIG_SCHEMA}`;
    return { problems: [`This page file has ${found}; this shop reads ${known}`] };
  }
  const parsed = File.safeParse(value);
  if (parsed.success) return { file: parsed.data };
  return {
    problems: parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'The file'}: ${message}`),
  };
}
