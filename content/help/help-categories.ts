import { ACCOUNT_MANAGEMENT } from './account-management.ts';
import { ANALYTICS_AND_TRACKING } from './analytics-and-tracking.ts';
import { CHECKOUT_PAGE_BUILDER } from './checkout-page-builder.ts';
import { COUPONS_AND_DISCOUNTS } from './coupons-and-discounts.ts';
import { FREQUENTLY_ASKED_QUESTIONS } from './frequently-asked-questions.ts';
import { GETTING_STARTED } from './getting-started.ts';
import type { HelpCategory } from './help-article.ts';
import { LEGAL_AND_COMPLIANCE } from './legal-and-compliance.ts';
import { PRICING_AND_SUBSCRIPTIONS } from './pricing-and-subscriptions.ts';
import { PUBLISHING_AND_SHARING } from './publishing-and-sharing.ts';
import { STRIPE_INTEGRATION } from './stripe-integration.ts';

/** Categories in reading order. */
export const HELP: readonly HelpCategory[] = [
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
