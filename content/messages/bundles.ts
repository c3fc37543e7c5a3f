import { plural } from './plural.ts';

type Names = { name: string };

/** Texts about the products of a bundle, on pages and receipts. */
export const bundleMessages = {
  /** The list of its products on the page. */
  title: 'What’s in the bundle',
  /** `Together $30.00 instead of $45.00: you save $15.00` */
  saving: ({ separately, together, saving }: Record<'separately' | 'together' | 'saving', string>): string =>
    `Together ${together} instead of ${separately}: you save ${saving}`,
  /** Beside a product that the buyer had bought before. */
  alreadyPaid: ({ amount }: { amount: string }): string => `You already have this: −${amount}`,
  alreadyFree: 'You already have this',
  /** On the page with a buyer's purchases. */
  offer: {
    title: 'Complete the bundle',
    text: ({ name, missing }: Names & { missing: readonly string[] }): string =>
      `You already have part of ${name}. Get ${listFormat.format(missing)} for the rest of the bundle’s price.`,
    price: ({ price, regularPrice }: { price: string; regularPrice: string }): string =>
      `${price} instead of ${regularPrice}`,
    submit: ({ name }: Names): string => `Complete ${name}`,
  },
  /** On analytics of one page, about orders of bundles that contain its product. */
  soldInBundles: ({ orders, amount }: { orders: number; amount: string }): string =>
    plural(orders, {
      one: `Also sold in bundles: 1 order, ${amount}.`,
      other: `Also sold in bundles: ${orders} orders, ${amount}.`,
    }),
  soldInBundlesHint: 'These orders count toward the bundles’ pages, so they’re not included in the totals here.',
};

/** A product of a bundle on receipts. `isOwned`: the buyer had bought it before. */
export const getProductLabel = ({ name, isOwned }: Names & { isOwned: boolean }): string =>
  isOwned ? `${name} (already yours)` : name;

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });
