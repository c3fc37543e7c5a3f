import { pageChangeMessages } from '#content/messages/page-changes.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';

import { LIMITS, type CheckoutPageConfig } from './checkout-page.ts';
import { isDeepEqual } from './deep-equal.ts';
import { BUMP_PREFIX, MAX_DELIVERABLES, type DeliveredItem } from './deliverable.ts';
import { listChanges } from './list-changes.ts';
import { listPriceOptions } from './offer.ts';
import {
  changeOf,
  describeChange,
  describeToggle,
  type Change,
  type FieldCheck,
  type PageField,
} from './page-field-type.ts';
import { isRedirectUrl } from './redirect-url.ts';
import { validateLength } from './text.ts';

const { labels, delivered } = pageChangeMessages;
const { tooLong, delivery: rules } = pageRuleMessages;

type Config = CheckoutPageConfig;

/** Everything that a deliverable can be included with: price options and enabled extras, as `DeliveredItem` names them. */
export const listDeliveryTargets = (config: Config): { id: string; name: string; isExtra: boolean }[] => [
  ...listPriceOptions(config).map(({ id, name }) => ({ id, name, isExtra: false })),
  ...config.bumps.items
    .filter(({ enabled }) => enabled)
    .map(({ id, title }) => ({ id: BUMP_PREFIX + id, name: title, isExtra: true })),
];

function validateItem({ id, offeredWith }: DeliveredItem, index: number, config: Config): string | null {
  if (config.delivery.items.slice(0, index).some((earlier) => earlier.id === id)) return rules.duplicate;
  const isIncluded =
    offeredWith === null || listDeliveryTargets(config).some((target) => offeredWith.includes(target.id));
  return isIncluded ? null : rules.neverIncluded;
}

function validateRedirect({ afterPayment, redirectUrl }: Config['delivery']): string | null {
  if (redirectUrl === '') return afterPayment === 'redirect' ? rules.redirectMissing : null;
  if (!isRedirectUrl(redirectUrl)) return rules.redirectUrl;
  return validateLength(redirectUrl, LIMITS.url, tooLong.field(labels.redirectUrl));
}

function describeItems({ before, after }: Change<DeliveredItem[]>): string[] {
  const { added, removed, changed, reordered } = listChanges(before, after, isDeepEqual, ({ id }) => id);
  return [
    ...(added.length > 0 ? [delivered.added({ count: added.length })] : []),
    ...(removed.length > 0 ? [delivered.removed({ count: removed.length })] : []),
    ...(changed.length > 0 ? [pageChangeMessages.edited({ item: labels.includedWith })] : []),
    ...(reordered ? [pageChangeMessages.reordered({ list: labels.delivered })] : []),
  ];
}

export const deliveryField: PageField<Config['delivery']> = {
  normalize: (delivery) => ({ ...delivery, redirectUrl: delivery.redirectUrl.trim() }),
  validate: (config) => {
    const { items } = config.delivery;
    return [
      ['delivery', items.length > MAX_DELIVERABLES ? rules.tooMany({ max: MAX_DELIVERABLES }) : null],
      ...items.map((item, index): FieldCheck => [`delivery.${index}`, validateItem(item, index, config)]),
      ['delivery.redirectUrl', validateRedirect(config.delivery)],
    ];
  },
  describe: (change) => [
    ...describeItems(changeOf(change, 'items')),
    ...describeChange(
      labels.afterPayment,
      changeOf(change, 'afterPayment'),
      (afterPayment) => pageChangeMessages.afterPayment[afterPayment],
    ),
    ...describeChange(labels.redirectUrl, changeOf(change, 'redirectUrl')),
    ...describeToggle(changeOf(change, 'signRedirect'), pageChangeMessages.signRedirect),
  ],
};
