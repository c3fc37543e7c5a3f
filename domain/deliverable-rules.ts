import { pageRuleMessages } from '#content/messages/page-rules.ts';

import { LIMITS } from './checkout-page.ts';
import { DELIVERABLE_LIMITS } from './deliverable.ts';
import { parseHttpsUrl } from './redirect-url.ts';
import { validateLength } from './text.ts';

const { tooLong, delivery: rules } = pageRuleMessages;

export type CountRange = { min: number; max: number };

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

/** Returns why a number is refused; null if it is valid. */
export const validateCount = (count: number | null, { min, max }: CountRange): string | null =>
  count !== null && count >= min && count <= max ? null : rules.count({ min, max });
