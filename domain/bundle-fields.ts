import { pageChangeMessages } from '#content/messages/page-changes.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';

import { BUNDLE_LIMITS } from './bundle.ts';
import type { CheckoutPageConfig } from './checkout-page.ts';
import { isDeepEqual } from './deep-equal.ts';
import { listPriceOptions } from './offer.ts';
import { describeChange, type Change, type FieldCheck, type PageField } from './page-field-type.ts';

const { labels } = pageChangeMessages;
const { bundle: rules } = pageRuleMessages;

type Config = CheckoutPageConfig;
type Bundle = Config['bundle'];

/** What a page that sells a bundle can't do besides. */
function findConflict(config: Config): string | null {
  if (listPriceOptions(config).some(({ paymentType }) => paymentType !== 'one-time')) return rules.oneTime;
  if (config.quantity.enabled) return rules.withQuantity;
  return config.delivery.items.length > 0 ? rules.ownDelivery : null;
}

function validateBundle(config: Config): FieldCheck[] {
  const { items } = config.bundle;
  const { min, max } = BUNDLE_LIMITS;
  const isOutside = items.length < min || items.length > max;
  return [
    ['bundle', isOutside ? rules.count(BUNDLE_LIMITS) : findConflict(config)],
    ...items.map(({ pageId }, index): FieldCheck => [
      `bundle.${index}`,
      items.slice(0, index).some((earlier) => earlier.pageId === pageId) ? rules.duplicate : null,
    ]),
  ];
}

/** Only the server knows the names of the products. */
function describeBundleChange({ before, after }: Change<Bundle>): string[] {
  const counts = describeChange(labels.bundle, { before, after }, ({ items }) =>
    pageChangeMessages.bundleProducts({ count: items.length }),
  );
  if (counts.length > 0 || isDeepEqual(before, after)) return counts;
  const listIds = ({ items }: Bundle) => items.map(({ pageId, optionId }) => `${pageId}:${optionId}`).toSorted();
  return isDeepEqual(listIds(before), listIds(after))
    ? [pageChangeMessages.reordered({ list: labels.bundle })]
    : [pageChangeMessages.edited({ item: labels.bundle })];
}

/** Rules that need the products themselves are checked by the server when the page is published. */
export const bundleField: PageField<Bundle> = {
  validate: (config) => (config.bundle.items.length > 0 ? validateBundle(config) : []),
  describe: describeBundleChange,
};
