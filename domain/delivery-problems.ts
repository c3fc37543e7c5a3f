import { pageRuleMessages } from '#content/messages/page-rules.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import type { Deliverable, DeliveredItem } from './deliverable.ts';
import { listPriceOptions } from './offer.ts';
import type { FieldError } from './page-fields.ts';

const { delivery: rules } = pageRuleMessages;

/** The deliverables of a page, and the names of files that are being uploaded to it. */
export type DeliveryContents = { deliverables: readonly Deliverable[]; uploads: readonly string[] };

/** What keeps a deliverable from reaching buyers; null if it is complete. */
function findMissingContent({ name, settings, file, unusedKeys }: Deliverable): string | null {
  switch (settings.kind) {
    case 'file':
      if (!file) return rules.fileMissing({ name });
      return file.scan === 'refused' ? rules.fileRefused({ name }) : null;
    case 'keys':
      return settings.source === 'list' && unusedKeys === 0 ? rules.keysMissing({ name }) : null;
    case 'link':
      return settings.url === '' ? rules.linkMissing({ name }) : null;
    case 'text':
      return settings.text === '' ? rules.textMissing({ name }) : null;
  }
}

/** Lists what blocks publishing besides the rules of the config, because it concerns the deliverables themselves. */
export function validateDelivery(
  { delivery: { items } }: Pick<CheckoutPageConfig, 'delivery'>,
  { deliverables, uploads }: DeliveryContents,
): FieldError[] {
  const messages = items.map(({ id }, index): [field: string, message: string | null] => {
    const deliverable = deliverables.find((one) => one.id === id);
    return [`delivery.${index}`, deliverable ? findMissingContent(deliverable) : rules.unknown];
  });
  return [
    ...(uploads.length > 0 ? [{ field: 'delivery', message: rules.uploading({ names: uploads }) }] : []),
    ...messages.flatMap(([field, message]) => (message === null ? [] : [{ field, message }])),
  ];
}

const isIncludedWith = ({ offeredWith }: DeliveredItem, optionId: string): boolean =>
  offeredWith === null || offeredWith.includes(optionId);

/** Lists the prices with which a page that delivers something delivers nothing. */
export function listDeliveryWarnings(config: CheckoutPageConfig): FieldError[] {
  const { items } = config.delivery;
  if (items.length === 0) return [];
  return listPriceOptions(config)
    .filter(({ id }) => !items.some((item) => isIncludedWith(item, id)))
    .map(({ name }) => ({ field: 'delivery', message: rules.nothingWithPrice({ name }) }));
}
