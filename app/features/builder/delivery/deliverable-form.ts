import {
  validateCount,
  validateDeliverableName,
  validateDeliverableText,
  validateKeyPrefix,
  validateLinkUrl,
} from '#domain/deliverable-rules.ts';
import {
  ACTIVATION_LIMITS,
  CONFIRM_DAYS,
  createDeliverableSettings,
  DOWNLOAD_LIMITS,
  VALID_DAYS,
  type Deliverable,
  type DeliverableKind,
  type DeliverableSettings,
  type KeySettings,
  type LinkSettings,
  type TextSettings,
} from '#domain/deliverable.ts';
import { cleanLine, cleanText } from '#domain/text.ts';

/** Name and settings as they are typed, of which each kind has some. A blank number is null. */
export type DeliverableValues = {
  name: string;
  validity: DeliverableSettings['validity'];
  validDays: number | null;
  maxDownloads: number | null;
  confirmAfterDays: number | null;
  maxActivations: number | null;
} & Pick<KeySettings, 'source' | 'prefix'> &
  Pick<LinkSettings, 'url' | 'signed'> &
  Pick<TextSettings, 'text'>;

/** Values of the form at first: those of the deliverable, or of a new one. */
export function createValues(kind: DeliverableKind, deliverable: Deliverable | null): DeliverableValues {
  const kinds = (['file', 'keys', 'link', 'text'] as const).map(createDeliverableSettings);
  const { kind: _, ...settings } = Object.assign(
    {},
    ...kinds,
    deliverable?.settings ?? createDeliverableSettings(kind),
  );
  return { ...(settings as Omit<DeliverableValues, 'name'>), name: deliverable?.name ?? '' };
}

export type DeliverableErrors = Partial<Record<keyof DeliverableValues, string>>;

/** Number that may be blank, which means no limit. */
const validateLimit = (count: number | null, range: Parameters<typeof validateCount>[1]): string | null =>
  count === null ? null : validateCount(count, range);

const KIND_RULES: Record<
  DeliverableKind,
  (values: DeliverableValues) => Partial<Record<keyof DeliverableValues, string | null>>
> = {
  file: ({ maxDownloads, confirmAfterDays }) => ({
    maxDownloads: validateLimit(maxDownloads, DOWNLOAD_LIMITS),
    confirmAfterDays: validateCount(confirmAfterDays, CONFIRM_DAYS),
  }),
  keys: ({ source, prefix, maxActivations }) => ({
    prefix: source === 'generated' ? validateKeyPrefix(prefix.trim()) : null,
    maxActivations: validateLimit(maxActivations, ACTIVATION_LIMITS),
  }),
  link: ({ url }) => ({ url: validateLinkUrl(url.trim()) }),
  text: ({ text }) => ({ text: validateDeliverableText(cleanText(text)) }),
};

/** Returns what prevents saving, by field. */
export function validateValues(kind: DeliverableKind, values: DeliverableValues): DeliverableErrors {
  const checks = {
    name: validateDeliverableName(cleanLine(values.name)),
    validDays: values.validity === 'days' ? validateCount(values.validDays, VALID_DAYS) : null,
    ...KIND_RULES[kind](values),
  };
  return Object.fromEntries(Object.entries(checks).filter(([, message]) => message !== null));
}

/** Settings of a kind from valid values. Invalid ones that the kind does not use are replaced by their defaults. */
export function toSettings(kind: DeliverableKind, values: DeliverableValues): DeliverableSettings {
  const { validity, maxDownloads, maxActivations, source, url, signed, text } = values;
  const isUsable = validateCount(values.validDays, VALID_DAYS) === null;
  const shared = { validity, validDays: (isUsable ? values.validDays : null) ?? VALID_DAYS.default };
  switch (kind) {
    case 'file':
      return { kind, ...shared, maxDownloads, confirmAfterDays: values.confirmAfterDays ?? CONFIRM_DAYS.default };
    case 'keys':
      return {
        kind,
        ...shared,
        source,
        prefix: validateKeyPrefix(values.prefix.trim()) === null ? values.prefix.trim() : '',
        maxActivations,
      };
    case 'link':
      return { kind, ...shared, url: url.trim(), signed };
    case 'text':
      return { kind, ...shared, text };
  }
}
