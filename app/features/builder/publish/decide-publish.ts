import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { describeConfigChanges } from '#domain/page-fields.ts';
import { normalizeConfig } from '#domain/page-fields.ts';
import type { PageState } from '#domain/rpc-contract.ts';
import { normalizeSlug } from '#domain/slug.ts';

import { listDifferingKeys } from '../state/config-keys.ts';

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

const CURRENT_BUYERS_NOTE = 'Buyers who are paying now keep what they saw.';
const CONFLICT_NOTE = 'Somebody published in between. This takes the place of what they published.';

/** Lists consequences of the changes that are not obvious. */
function listConsequences({ liveSlug, state, draft }: PublishInput, published: CheckoutPageConfig): string[] {
  const keys = listDifferingKeys(published, draft);
  const slug = normalizeSlug(draft.customSlug);
  const slugChanges = liveSlug !== null && slug !== '' && slug !== liveSlug;
  const priceChanges = keys.some((key) => ['price', 'currency', 'billingFrequency'].includes(key));
  return [
    ...(state === 'unpublished' ? ['Buyers can open the page again.'] : [CURRENT_BUYERS_NOTE]),
    ...(priceChanges && published.paymentType === 'subscription' ? ['Subscribers of today keep their price.'] : []),
    ...(slugChanges ? [`The old address /c/${liveSlug} leads to the new one.`] : []),
  ];
}

export function decidePublish(input: PublishInput): PublishDecision {
  const { state, version, published } = input;
  const draft = normalizeConfig(input.draft);
  if (version === 0) return { kind: 'publish' };
  if (!published)
    return {
      kind: 'ask',
      title: 'Publish over the other version?',
      changes: [],
      consequences: [CONFLICT_NOTE, CURRENT_BUYERS_NOTE],
    };
  const changes = describeConfigChanges(published, draft);
  const consequences = listConsequences({ ...input, draft }, published);
  if (state === 'unpublished') return { kind: 'ask', title: 'Publish this page again?', changes, consequences };
  if (changes.length === 0 && listDifferingKeys(published, draft).length === 0) return { kind: 'nothing' };
  const changesText = changes.length === 1 ? 'this change' : `${changes.length} changes`;
  return {
    kind: 'ask',
    title: changes.length > 0 ? `Publish ${changesText}?` : 'Publish your changes?',
    changes,
    consequences,
  };
}
