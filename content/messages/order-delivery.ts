import { plural } from './plural.ts';

type Named = { name: string };

/** Texts of the card "Delivered" on the page of an order. */
export const orderDeliveryMessages = {
  title: 'Delivered',
  withItem: ({ item }: { item: string }) => `With ${item}`,

  states: { waiting: 'Waiting', active: 'Active', paused: 'Paused', ended: 'Ended' },
  /** A state with its reason. */
  stateWithReason: ({ state, reason }: { state: string; reason: string }) => `${state}: ${reason}`,
  reasons: {
    payment_pending: 'the payment hasn’t arrived yet',
    payment_failed: 'the payment failed',
    refunded: 'refunded',
    disputed: 'the payment is disputed',
    dispute_lost: 'the dispute was lost',
    payment_overdue: 'a payment is overdue',
    subscription_ended: 'the subscription ended',
    expired: 'expired',
    revoked: 'you revoked access',
  },
  accessUntil: 'Access until <date></date>',
  decisions: {
    revoked: null,
    kept: 'You let the buyer keep access after a refund',
    restored: 'You restored access',
  },

  downloads: {
    none: 'Not downloaded yet',
    one: 'Downloaded once, <first></first>',
    several: ({ count }: { count: string }) => `${count} downloads, first <first></first>, last <last></last>`,
  },

  key: ({ ending }: { ending: string }) => `Key ending in ${ending}`,
  devices: ({ count, max }: { count: number; max: number | null }) =>
    max === null
      ? plural(count, { one: '1 device', other: `${count} devices` })
      : plural(max, { one: `${count} of 1 device`, other: `${count} of ${max} devices` }),
  moreKeys: ({ count }: { count: number }) => plural(count, { one: '1 more key', other: `${count} more keys` }),
  showKey: 'Show',
  showingKey: 'Loading…',
  showKeyFailed: 'Couldn’t show the key',
  /** Follow the label of an action; for screen readers. */
  keySuffix: ({ ending }: { ending: string }) => ` key ending in ${ending}`,
  endingSuffix: ({ ending }: { ending: string }) => ` ending in ${ending}`,
  nameSuffix: ({ name }: Named) => ` to ${name}`,

  sendAgain: {
    button: 'Send again',
    busy: 'Sending…',
    done: 'Email is on its way',
    doneText: ({ email }: { email: string }) => `We’re emailing it to ${email}.`,
    failed: 'Couldn’t send the email',
  },

  revoke: {
    button: 'Revoke access',
    title: 'Revoke access to “<name></name>”?',
    text: {
      file: 'The buyer can’t download it anymore. Files they already have aren’t affected.',
      keys: 'Their license keys stop working.',
      link: 'The link stops working for the buyer. If they saved the URL it leads to, they can still open that.',
      text: 'The buyer can’t read it anymore.',
    },
    noRefund: 'This doesn’t refund the order. You can restore access at any time.',
    cancel: 'Cancel',
    confirm: 'Revoke access',
    busy: 'Revoking…',
    done: 'Access revoked',
    failed: 'Couldn’t revoke access',
  },

  restore: {
    button: 'Restore access',
    busy: 'Restoring…',
    done: 'Access restored',
    failed: 'Couldn’t restore access',
  },

  replace: {
    button: 'Replace key',
    title: ({ ending }: { ending: string }) => `Replace the key ending in ${ending}?`,
    text: 'The buyer gets a new key, and the old one stops working on all devices. To email the new key, click “Send again” afterwards. You can’t undo this.',
    cancel: 'Cancel',
    confirm: 'Replace key',
    busy: 'Replacing…',
    done: 'Key replaced',
    failed: 'Couldn’t replace the key',
  },
};
