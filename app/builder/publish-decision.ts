import type { PageState } from '#domain/calls.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { changesBetween } from '#domain/page-changes.ts';
import { tidyConfig } from '#domain/page-problems.ts';
import { slugForSaving } from '#domain/slug.ts';

import { differingKeys } from './same-config.ts';

export type Publishing = {
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

const KEEP = 'Buyers who are paying now keep what they saw.';
const ELSEWHERE = 'Somebody published in between. This takes the place of what they published.';

/** Lists consequences of the changes that are not obvious. */
function consequencesOf(publishing: Publishing, published: CheckoutPageConfig): string[] {
  const { liveSlug, state } = publishing;
  const draft = tidyConfig(publishing.draft);
  const keys = differingKeys(published, draft);
  const slug = slugForSaving(draft.customSlug);
  const moved = liveSlug !== null && slug !== '' && slug !== liveSlug;
  const priced = keys.some((key) => ['price', 'currency', 'billingFrequency'].includes(key));
  return [
    ...(state === 'unpublished' ? ['Buyers can open the page again.'] : [KEEP]),
    ...(priced && published.paymentType === 'subscription' ? ['Subscribers of today keep their price.'] : []),
    ...(moved ? [`The old address /c/${liveSlug} leads to the new one.`] : []),
  ];
}

export function publishDecision(publishing: Publishing): PublishDecision {
  const { state, version, published, draft } = publishing;
  if (version === 0) return { kind: 'publish' };
  if (!published)
    return {
      kind: 'ask',
      title: 'Publish over the other version?',
      changes: [],
      consequences: [ELSEWHERE, KEEP],
    };
  const changes = changesBetween(published, tidyConfig(draft));
  const consequences = consequencesOf(publishing, published);
  if (state === 'unpublished')
    return { kind: 'ask', title: 'Publish this page again?', changes, consequences };
  if (changes.length === 0 && differingKeys(published, tidyConfig(draft)).length === 0)
    return { kind: 'nothing' };
  const count = changes.length === 1 ? 'this change' : `${changes.length} changes`;
  return {
    kind: 'ask',
    title: changes.length > 0 ? `Publish ${count}?` : 'Publish your changes?',
    changes,
    consequences,
  };
}
