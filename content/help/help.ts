import { ACCOUNT_MANAGEMENT } from './account-management.ts';
import { ANALYTICS_AND_TRACKING } from './analytics-and-tracking.ts';
import { CHECKOUT_PAGE_BUILDER } from './checkout-page-builder.ts';
import { COUPONS_AND_DISCOUNTS } from './coupons-and-discounts.ts';
import { FREQUENTLY_ASKED_QUESTIONS } from './frequently-asked-questions.ts';
import { GETTING_STARTED } from './getting-started.ts';
import type { Awaited, HelpArticle, HelpCategory } from './help-article.ts';
import { LEGAL_AND_COMPLIANCE } from './legal-and-compliance.ts';
import { PRICING_AND_SUBSCRIPTIONS } from './pricing-and-subscriptions.ts';
import { PUBLISHING_AND_SHARING } from './publishing-and-sharing.ts';
import { STRIPE_INTEGRATION } from './stripe-integration.ts';

/** Parts of the software that are there: answers about the others are kept back until they are. */
export const LANDED: Record<Awaited, boolean> = { billing: true, recovery: false };

/** Every answer that is written, also those that are kept back. */
export const WRITTEN: readonly HelpCategory[] = [
  GETTING_STARTED,
  CHECKOUT_PAGE_BUILDER,
  STRIPE_INTEGRATION,
  COUPONS_AND_DISCOUNTS,
  PRICING_AND_SUBSCRIPTIONS,
  PUBLISHING_AND_SHARING,
  ANALYTICS_AND_TRACKING,
  ACCOUNT_MANAGEMENT,
  LEGAL_AND_COMPLIANCE,
  FREQUENTLY_ASKED_QUESTIONS,
];

const isTrueToday = ({ awaits, until }: HelpArticle): boolean =>
  (!awaits || LANDED[awaits]) && !(until && LANDED[until]);

/** The help as visitors read it. */
export const HELP: readonly HelpCategory[] = WRITTEN.map((category) => ({
  ...category,
  articles: category.articles.filter(isTrueToday),
}));
