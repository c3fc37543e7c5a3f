import { z } from 'zod';

import { pageRuleMessages } from '#content/messages/page-rules.ts';

import { LIMITS } from './checkout-page.ts';
import {
  ACTIVATION_LIMITS,
  CONFIRM_DAYS,
  DELIVERABLE_LIMITS,
  DOWNLOAD_LIMITS,
  VALID_DAYS,
  VALIDITIES,
} from './deliverable.ts';
import { parseHttpsUrl } from './redirect-url.ts';
import { cleanLine, cleanText, validateLength } from './text.ts';

const { tooLong, delivery: rules } = pageRuleMessages;

const countBetween = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max);

/** Returns why a name of a deliverable is refused; null if it is valid. The name is clean. */
export const validateDeliverableName = (name: string): string | null =>
  name === '' ? rules.nameMissing : validateLength(name, DELIVERABLE_LIMITS.name, tooLong.deliverableName);

/** Returns why a text for buyers is refused; null if it is valid. The text is clean. */
export const validateDeliverableText = (text: string): string | null =>
  validateLength(text, DELIVERABLE_LIMITS.text, tooLong.deliverableText);

/** Returns why a private link is refused; null if it is valid. */
export const validateLinkUrl = (url: string): string | null =>
  url === '' || (parseHttpsUrl(url) && url.length <= LIMITS.url) ? null : rules.linkUrl;

/** Returns why the beginning of generated license keys is refused; null if it is valid. */
export const validateKeyPrefix = (prefix: string): string | null =>
  /^[A-Z0-9]*$/.test(prefix) && prefix.length <= DELIVERABLE_LIMITS.keyPrefix
    ? null
    : rules.prefix({ max: DELIVERABLE_LIMITS.keyPrefix });

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

export const DeliverableName = checkedText(cleanLine, validateDeliverableName).describe('What buyers read.');

const validityFields = {
  validity: z
    .enum(VALIDITIES)
    .describe('How long buyers have access. `subscription`: until the last paid period of the subscription ends.'),
  validDays: countBetween(VALID_DAYS).describe('With the validity `days`: how many, counted from the payment.'),
};

const FileSettings = z.strictObject({
  kind: z.literal('file').describe('A file that you upload.'),
  ...validityFields,
  maxDownloads: countBetween(DOWNLOAD_LIMITS).nullable().describe('Downloads per buyer; null: no limit.'),
  confirmAfterDays: countBetween(CONFIRM_DAYS).describe(
    'After these days, a link from an email asks buyers to confirm their email address.',
  ),
});
const KeySettings = z.strictObject({
  kind: z.literal('keys').describe('License keys, one for each unit.'),
  ...validityFields,
  source: z.enum(['generated', 'list']).describe('`generated`: made when they are sold. `list`: from your own list.'),
  prefix: checkedText((text) => text.trim().toUpperCase(), validateKeyPrefix).describe(
    'Beginning of generated keys; empty: none.',
  ),
  maxActivations: countBetween(ACTIVATION_LIMITS).nullable().describe('Devices per key; null: no limit.'),
});
const LinkSettings = z.strictObject({
  kind: z.literal('link').describe('A private link, such as to a course.'),
  ...validityFields,
  url: checkedText((text) => text.trim(), validateLinkUrl).describe('HTTPS URL; empty: not set yet.'),
  signed: z.boolean().describe('Adds the order’s ID and a signature to the URL.'),
});
const TextSettings = z.strictObject({
  kind: z.literal('text').describe('A text, such as instructions.'),
  ...validityFields,
  text: checkedText(cleanText, validateDeliverableText).describe('Plain text; empty: not set yet.'),
});

/** Settings of a deliverable as clients send them; the result is clean. */
export const DeliverableSettings = z.discriminatedUnion('kind', [
  FileSettings,
  KeySettings,
  LinkSettings,
  TextSettings,
]);
