import { plural } from './plural.ts';

/** A number and its formatted text. */
type Count = { count: number; text: string };

/** The screen with license keys. */
export const licenseMessages = {
  /** A key of which only the end is shown. */
  ending: ({ ending }: { ending: string }) => `…${ending}`,
  name: ({ ending }: { ending: string }) => `License key …${ending}`,
  states: {
    unused: 'Unused',
    active: 'Active',
    paused: 'Paused',
    ended: 'Ended',
    replaced: 'Replaced',
    expired: 'Expired',
  },
  devices: ({ used, max }: { used: number; max: number | null }): string =>
    max === null ? String(used) : `${used} of ${max}`,
  notSold: 'Not sold yet',
  noEmail: 'No email',

  filters: {
    search: { label: 'Search license keys', placeholder: 'Last characters, or buyer’s email' },
    allStates: 'All',
    product: { label: 'Product', any: 'Any product', unknown: 'Unknown product' },
  },

  list: {
    title: 'License keys',
    caption: 'License keys, most recently sold first',
    columns: {
      key: 'Key',
      product: 'Product',
      buyer: 'Buyer',
      state: 'Status',
      devices: 'Devices',
      date: 'Sold',
    },
    added: ({ date }: { date: string }) => `Added ${date}`,
    devicesLabel: 'Devices: ',
    found: ({ count, text }: Count) =>
      plural(count, { one: '1 license key found', other: `${text} license keys found` }),
    loadError: 'Couldn’t load your license keys',
    empty: {
      title: 'No license keys yet',
      text: 'Keys that you sell appear here, along with the unused keys of your lists. To start, add license keys to a page under Delivery.',
      link: 'Go to your pages',
    },
    noMatches: {
      title: 'No license keys match these filters',
      searchTitle: 'No license keys match “<search></search>”',
      hint: 'Search by the last characters of a key, or by the buyer’s email.',
      clear: 'Clear filters',
    },
    beyondEnd: {
      title: 'No more license keys',
      text: 'You’ve reached the end of this list.',
      link: 'Back to the first page',
    },
    pagination: {
      label: 'License key pages',
      previous: 'Previous page',
      next: 'Next page',
      count: ({ count, text }: Count) => plural(count, { one: '1 license key', other: `${text} license keys` }),
      range: ({ first, last, total }: { first: string; last: string; total: string }) => `${first}–${last} of ${total}`,
    },
    programs:
      'Check keys from your app with the <link>license API</link>. To verify its signed proofs offline, use this <key>public key</key>.',
  },

  import: {
    button: 'Add keys',
    title: 'Add license keys',
    titleOfList: ({ name }: { name: string }) => `Add keys to “${name}”`,
    text: 'Each buyer gets a key from your list. Keys that you’ve added before are skipped.',
    product: 'Product',
    /** An option of the select: a product with the number of keys on its list. */
    productOption: ({ name, count, text }: Count & { name: string }) =>
      plural(count, { one: `${name} (1 key left)`, other: `${name} (${text} keys left)` }),
    keys: 'License keys',
    keysHint: 'One key per line, or the first column of a CSV file',
    count: ({ count, text }: Count) => plural(count, { one: '1 key', other: `${text} keys` }),
    file: 'Choose file',
    fileLabel: 'File with license keys',
    unreadable: 'We couldn’t read this file.',
    missing: 'Enter at least one license key.',
    tooMany: ({ max, count }: { max: string; count: string }) =>
      `You can add up to ${max} keys at a time. You entered ${count}.`,
    wrongLines: ({ lines, min, max }: { lines: string; min: number; max: number }) =>
      `Keys must have ${min} to ${max} characters. Check ${lines}.`,
    submit: 'Add keys',
    progress: ({ sent, total }: { sent: string; total: string }) => `${sent} of ${total} keys`,
    progressLabel: 'Adding keys',
    busy: 'Adding keys…',
    partly: ({ count, text }: Count) =>
      plural(count, { one: '1 key was added before the error.', other: `${text} keys were added before the error.` }),
    doneTitle: ({ count, text }: Count) =>
      count === 0 ? 'No keys were added' : plural(count, { one: '1 key was added', other: `${text} keys were added` }),
    skipped: ({ count, text, lines }: Count & { lines: string }) =>
      plural(count, {
        one: `One key was skipped because you entered it twice or it’s already on your list: ${lines}.`,
        other: `${text} keys were skipped because you entered them twice or they’re already on your list: ${lines}.`,
      }),
    lines: ({ count, numbers }: { count: number; numbers: string }) =>
      plural(count, { one: `line ${numbers}`, other: `lines ${numbers}` }),
    moreLines: ({ numbers, more }: { numbers: string; more: string }) => `lines ${numbers}, and ${more} more`,
    done: 'Done',
  },

  removeUnused: {
    button: 'Remove unused keys',
    title: ({ name }: { name: string }) => `Remove the unused keys of “${name}”?`,
    text: ({ count, text }: Count) =>
      plural(count, {
        one: 'One key hasn’t been sold. Without it, buyers can’t order this product until you add keys. Keys reserved for buyers who are paying right now are kept.',
        other: `${text} keys haven’t been sold. Without them, buyers can’t order this product until you add keys. Keys reserved for buyers who are paying right now are kept.`,
      }),
    cancel: 'Cancel',
    confirm: 'Remove keys',
    busy: 'Removing…',
    failed: 'Couldn’t remove the keys',
    done: ({ count, text }: Count) =>
      count === 0 ? 'No keys removed' : plural(count, { one: '1 key removed', other: `${text} keys removed` }),
  },

  detail: {
    loadError: 'Couldn’t load the license key',
    facts: { product: 'Product', state: 'Status', order: 'Order', buyer: 'Buyer', sold: 'Sold', added: 'Added' },
    orderLink: ({ number }: { number: number }) => `No. ${number}`,
    key: {
      label: 'Key',
      hidden: ({ ending }: { ending: string }) => `••••• ${ending}`,
      show: 'Show key',
      showing: 'Loading…',
      failed: 'Couldn’t show the license key',
    },
    limits: {
      title: 'Limits',
      devices: 'Device limit',
      devicesHint: 'Leave blank for no limit.',
      devicesError: ({ min, max }: { min: number; max: number }) => `Enter a number from ${min} to ${max}.`,
      expires: 'Valid through (UTC)',
      save: 'Save limits',
      saving: 'Saving…',
      saved: 'Limits saved',
    },
    devices: {
      title: 'Devices',
      none: 'The key isn’t active on any device.',
      unnamed: 'Unnamed device',
      since: ({ date }: { date: string }) => `Since ${date}`,
      network: ({ network }: { network: string }) => `Network ${network}`,
      removed: ({ count, text }: Count) =>
        plural(count, { one: '1 device was removed.', other: `${text} devices were removed.` }),
      remove: 'Remove',
      /** Follows “Remove” for screen readers. */
      removeSuffix: ({ name }: { name: string }) => ` ${name}`,
      removing: 'Removing…',
      removeFailed: 'Couldn’t remove the device',
      removedToast: 'Device removed',
    },
  },
} as const;

/** Errors of license keys that the server returns. */
export const licenseErrorMessages = {
  outlivesAccess: ({ date }: { date: string }) =>
    `The buyer’s access ends on ${date}, and the key with it. Choose that day or an earlier one.`,
  keyLength: ({ min, max }: { min: number; max: number }) => `A license key must have ${min} to ${max} characters.`,
} as const;
