import { plural } from './plural.ts';

type Count = { count: number };

/** Texts of importing products. */
export const importProductsMessages = {
  title: 'Import products',
  intro:
    'Each product becomes a draft with its name, price, description, and image. Nothing is public until you publish, and the originals don’t change.',
  sources: { label: 'Source', stripe: 'Stripe account', gumroad: 'Gumroad file' },
  stripeError: 'Couldn’t load your products',
  connect: {
    title: 'Connect Stripe to import products',
    text: 'The products in your Stripe account’s catalog appear here. Stripe opens in a new tab.',
  },
  stripeEmpty: 'Your Stripe account has no active products. Products you add to its product catalog appear here.',
  gumroadHint:
    'In Gumroad, open <b>Sales</b> and click <b>Export</b>. Gumroad emails you a file of everything you’ve sold. A CSV file with the columns <b>Name</b>, <b>Price</b>, and <b>Description</b> also works.',
  gumroadFile: 'Gumroad file',
  gumroadEmpty: 'This file has no products.',
  chooseFile: 'Choose file',
  reading: 'Reading…',
  notATable: 'Choose a CSV or TSV file.',

  label: 'Products',
  emptyTitle: 'Nothing to import',
  selectAll: ({ count }: Count) => plural(count, { one: '1 product', other: `All ${count} products` }),
  selectFirst: 'Select products to import',
  submit: ({ count }: Count) => plural(count, { one: 'Import 1 product', other: `Import ${count} products` }),
  busy: ({ done, total }: { done: number; total: number }) => `Importing ${done} of ${total}…`,
  draftCreated: 'Draft created',
  alreadyImported: 'Already imported',
  open: 'Open',
  openLabel: ({ product }: { product: string }) => `Open ${product} in the builder`,
  createdTitle: ({ count }: Count) => plural(count, { one: '1 draft created', other: `${count} drafts created` }),
  createdMessage: 'Review each draft, then publish it.',
  failedMessage: ({ count }: Count) =>
    plural(count, {
      one: '1 product couldn’t be imported. See the list for details.',
      other: `${count} products couldn’t be imported. See the list for details.`,
    }),
  failure: 'Import failed',
};
