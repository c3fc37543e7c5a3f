import { z } from 'zod';

import {
  type CountRange,
  validateDeliverableName,
  validateDeliverableText,
  validateKeyPrefix,
  validateLinkUrl,
} from './deliverable-rules.ts';
import { ACTIVATION_LIMITS, CONFIRM_DAYS, DOWNLOAD_LIMITS, VALID_DAYS, VALIDITIES } from './deliverable.ts';
import { cleanLine, cleanText } from './text.ts';

const countBetween = ({ min, max }: CountRange) => z.number().int().min(min).max(max);

/** A text that is cleaned and then checked. The limit of the input only bounds the work. */
const checkedText = (clean: (text: string) => string, validate: (text: string) => string | null) =>
  z
    .string()
    .max(20_000)
    .transform(clean)
    .superRefine((text, context) => {
      const message = validate(text);
      if (message) context.addIssue({ code: 'custom', message });
    });

export const DeliverableName = checkedText(cleanLine, validateDeliverableName).describe('Name that buyers see.');

const validityFields = {
  validity: z
    .enum(VALIDITIES)
    .describe('How long buyers have access. `subscription`: until the last paid period of the subscription ends.'),
  validDays: countBetween(VALID_DAYS).describe('With the validity `days`: how many, counted from the payment.'),
};

const FileFields = z.strictObject({
  kind: z.literal('file').describe('A file that you upload.'),
  ...validityFields,
  maxDownloads: countBetween(DOWNLOAD_LIMITS).nullable().describe('Downloads per buyer; null: no limit.'),
  confirmAfterDays: countBetween(CONFIRM_DAYS).describe(
    'After these days, a link from an email asks buyers to confirm their email address.',
  ),
});
const keyFields = <T extends z.ZodType>(prefix: T) =>
  z.strictObject({
    kind: z.literal('keys').describe('License keys, one for each unit.'),
    ...validityFields,
    source: z.enum(['generated', 'list']).describe('`generated`: made when they are sold. `list`: from your own list.'),
    prefix: prefix.describe('Beginning of generated keys; empty: none.'),
    maxActivations: countBetween(ACTIVATION_LIMITS).nullable().describe('Devices per key; null: no limit.'),
  });
const linkFields = <T extends z.ZodType>(url: T) =>
  z.strictObject({
    kind: z.literal('link').describe('A private link, such as to a course.'),
    ...validityFields,
    url: url.describe('HTTPS URL; empty: not set yet.'),
    signed: z.boolean().describe('Adds the order’s ID and a signature to the URL.'),
  });
const textFields = <T extends z.ZodType>(text: T) =>
  z.strictObject({
    kind: z.literal('text').describe('A text, such as instructions.'),
    ...validityFields,
    text: text.describe('Plain text; empty: not set yet.'),
  });

const KeyInput = keyFields(checkedText((text) => text.trim().toUpperCase(), validateKeyPrefix));
const LinkInput = linkFields(checkedText((text) => text.trim(), validateLinkUrl));
const TextInput = textFields(checkedText(cleanText, validateDeliverableText));

/** Settings of a deliverable as clients send them; the result is clean. */
export const DeliverableSettings = z.discriminatedUnion('kind', [FileFields, KeyInput, LinkInput, TextInput]);

/** The same, where every field but the kind may be left out. */
export const DeliverableSettingsChange = z.discriminatedUnion('kind', [
  z.strictObject({ ...FileFields.partial().shape, kind: FileFields.shape.kind }),
  z.strictObject({ ...KeyInput.partial().shape, kind: KeyInput.shape.kind }),
  z.strictObject({ ...LinkInput.partial().shape, kind: LinkInput.shape.kind }),
  z.strictObject({ ...TextInput.partial().shape, kind: TextInput.shape.kind }),
]);

/** Settings as they are stored, without the rules of their texts. */
export const StoredDeliverableSettings = z.discriminatedUnion('kind', [
  FileFields,
  keyFields(z.string()),
  linkFields(z.string()),
  textFields(z.string()),
]);
