/** Texts of the group "What's in the bundle". */
export const builderBundleMessages = {
  title: 'What’s in the bundle',
  hint: 'Sell several of your pages together for one price. Buyers get everything that these pages deliver.',
  start: 'Make this page a bundle',
  add: 'Add a product',
  choose: 'Choose a published page',
  none: 'To make a bundle, publish at least two other pages with one-time prices first.',
  price: ({ name }: { name: string }): string => `Price of ${name}`,
  missing: 'Unpublished page',
  loading: 'Loading your pages…',
  loadError: 'Couldn’t load your pages',
  saving: ({ saving }: { saving: string }): string => `Buyers see: “${saving}.”`,
  noSaving: ({ separately }: { separately: string }): string =>
    `Bought separately, these products cost ${separately}. Set a lower price to show buyers what they save.`,
} as const;
