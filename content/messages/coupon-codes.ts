import { plural } from './plural.ts';

/** Single-use codes of a coupon in the page builder. */
export const couponCodeMessages = {
  manage: ({ code }: { code: string }) => `Single-use codes for ${code}`,
  title: ({ code }: { code: string }) => `Single-use codes for ${code}`,
  description: ({ code }: { code: string }) =>
    `Each code starts with ${code}- and can be used once. Buyers can use the codes once the coupon is published.`,
  counts: ({ unused, reserved, used }: { unused: number; reserved: number; used: number }) =>
    `${unused} unused · ${reserved} in checkout · ${used} used`,
  count: 'Number of codes',
  countHint: 'From 1 to 5,000.',
  countError: 'Enter a whole number from 1 to 5,000',
  create: 'Create codes',
  creating: 'Creating…',
  export: 'Export CSV',
  exporting: 'Exporting…',
  deleteUnused: 'Delete unused codes',
  deleting: 'Deleting…',
  created: ({ count }: { count: number }) =>
    plural(count, { one: `${count} code created`, other: `${count} codes created` }),
  deleted: ({ count }: { count: number }) =>
    plural(count, { one: `${count} code deleted`, other: `${count} codes deleted` }),
  confirmDelete: {
    title: ({ count }: { count: number }) =>
      plural(count, { one: 'Delete the unused code?', other: `Delete ${count} unused codes?` }),
    description: 'Buyers who have received one of these codes can no longer use it.',
    keep: 'Cancel',
    confirm: 'Delete codes',
  },
};
