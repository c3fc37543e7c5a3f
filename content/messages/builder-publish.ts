import { plural } from './plural.ts';

type Count = { count: number };

/** Texts of the builder's publish button, checklist and confirmation. */
export const builderPublishMessages = {
  button: { publish: 'Publish', connectStripe: 'Connect Stripe to Publish', publishing: 'Publishing...' },
  published: { title: 'Page published!', message: 'Your page is live. Share the link to start selling.' },
  upToDate: { title: 'No changes to publish', message: 'The live page is up to date.' },
  error: 'Publishing failed',
  confirmation: {
    titles: {
      conflict: 'Replace the newer version?',
      republish: 'Publish this page again?',
      changes: ({ count }: Count) => plural(count, { one: 'Publish this change?', other: `Publish ${count} changes?` }),
      unlistedChanges: 'Publish your changes?',
    },
    changesLabel: 'Changes',
    conflict:
      'A newer version of this page was published elsewhere, such as in another tab. Publishing now replaces it.',
    currentBuyers: 'Buyers who are already checking out keep the previous version.',
    republished: 'The page goes live again, and buyers can pay on it.',
    currentSubscribers: 'Existing subscribers keep their current price.',
    currentPlans: 'Buyers already on a payment plan keep their current payments.',
    slugChange: ({ path }: { path: string }) => `The old URL ${path} redirects to the new one.`,
    cancel: 'Cancel',
    publish: 'Publish',
  },
  errorSummary: ({ count }: Count) =>
    plural(count, { one: 'Fix 1 error before you publish', other: `Fix ${count} errors before you publish` }),
  checklist: {
    title: 'Before publishing',
    ready: 'Ready to publish',
    upToDate: 'Published and up to date',
    warnings: 'Suggestions',
    blockerCount: ({ count }: Count) =>
      plural(count, { one: '1 thing to do before publishing', other: `${count} things to do before publishing` }),
    warningCount: ({ count }: Count) => plural(count, { one: '1 suggestion', other: `${count} suggestions` }),
    productName: 'Add a product name',
    price: 'Set a price',
    fix: ({ field }: { field: string }) => `Fix: ${field}`,
    finishStripe: 'Finish setting up your Stripe account',
    connectStripe: 'Connect your Stripe account',
    plan: 'Choose a plan or start a trial',
    darkButtonText: 'The pay button uses dark text to stay readable',
    darkerButton: ({ color }: { color: string }) => `The pay button uses ${color} to stay readable`,
    termsLink: 'Buyers must accept your terms, but can’t read them yet',
    productImage: 'No product image yet',
  },
};
