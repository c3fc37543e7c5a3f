import { builderPublishMessages } from '#content/messages/builder-publish.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { describeConfigChanges } from '#domain/page-fields.ts';
import { normalizeConfig } from '#domain/page-fields.ts';
import type { PageState } from '#domain/rpc-contract.ts';
import { normalizeSlug } from '#domain/slug.ts';

import { listDifferingKeys } from '../state/config-keys.ts';

const messages = builderPublishMessages.confirmation;

export type PublishInput = {
  state: PageState;
  /** Published version number; 0 before the first publication. */
  version: number;
  /** The published config; null if it is not known. */
  published: CheckoutPageConfig | null;
  draft: CheckoutPageConfig;
  /** The current public slug. */
  liveSlug: string | null;
};

/** Result of a click on Publish: publish immediately, nothing to publish, or ask for confirmation. */
export type PublishDecision =
  | { kind: 'publish' }
  | { kind: 'nothing' }
  | { kind: 'ask'; title: string; changes: readonly string[]; consequences: readonly string[] };

/** Lists consequences of the changes that are not obvious. */
function listConsequences({ liveSlug, state, draft }: PublishInput, published: CheckoutPageConfig): string[] {
  const keys = listDifferingKeys(published, draft);
  const slug = normalizeSlug(draft.customSlug);
  const slugChanges = liveSlug !== null && slug !== '' && slug !== liveSlug;
  const priceChanges = keys.some((key) => ['price', 'currency', 'billingFrequency'].includes(key));
  return [
    ...(state === 'unpublished' ? [messages.republished] : [messages.currentBuyers]),
    ...(priceChanges && published.paymentType === 'subscription' ? [messages.currentSubscribers] : []),
    ...(slugChanges ? [messages.slugChange({ path: `/c/${liveSlug}` })] : []),
  ];
}

export function decidePublish(input: PublishInput): PublishDecision {
  const { state, version, published } = input;
  const draft = normalizeConfig(input.draft);
  if (version === 0) return { kind: 'publish' };
  if (!published)
    return {
      kind: 'ask',
      title: messages.titles.conflict,
      changes: [],
      consequences: [messages.conflict, messages.currentBuyers],
    };
  const changes = describeConfigChanges(published, draft);
  const consequences = listConsequences({ ...input, draft }, published);
  if (state === 'unpublished') return { kind: 'ask', title: messages.titles.republish, changes, consequences };
  if (changes.length === 0 && listDifferingKeys(published, draft).length === 0) return { kind: 'nothing' };
  return {
    kind: 'ask',
    title: changes.length > 0 ? messages.titles.changes({ count: changes.length }) : messages.titles.unlistedChanges,
    changes,
    consequences,
  };
}
