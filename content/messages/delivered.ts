import { errorMessages } from './errors.ts';

/** Texts of what an order delivers, where buyers find it. */
export const deliveredMessages = {
  title: { files: 'Your files', other: 'What you bought' },
  /** In the list of purchases. */
  have: 'What you have',
  /** Below something that comes with a product of a bundle. */
  ofProduct: 'From <product></product>',
  download: 'Download',
  open: 'Open',
  copy: 'Copy',
  copyAll: 'Copy all',
  copied: 'Copied',
  showKeys: ({ count }: { count: number }): string => (count === 1 ? 'Show license key' : 'Show license keys'),
  endsAt: ({ day }: { day: string }): string => `Available until ${day}`,
  /** Why something cannot be opened. */
  statuses: {
    waiting: errorMessages.delivery_not_ready,
    incomplete: 'This isn’t ready yet. Try again later, or contact the seller.',
    disputed: errorMessages.delivery_paused,
    overdue: 'Access is paused because your last payment failed. It resumes as soon as you pay.',
    blocked: 'This isn’t available right now. Try again later, or contact the seller.',
    ended: errorMessages.delivery_ended,
  },
  /** On the success page. */
  success: {
    waiting: {
      files: 'Your files will be here when your payment arrives.',
      other: 'What you bought will be here when your payment arrives.',
    },
    emailed: {
      files: 'We emailed the link to your files to <email></email>.',
      other: 'We emailed what you bought to <email></email>.',
    },
    sendAgain: 'Send it again',
    sent: 'We’ve sent it again. It can take a few minutes to arrive.',
    usedUp: 'We’ve already sent this email several times. You can also find everything under Your purchases.',
    openAtTop: { files: 'Open your files', other: 'Open what you bought' },
  },
  /** The page behind the link in an email. */
  accessLink: {
    missing: {
      title: 'This link doesn’t work',
      text: 'Part of it may be missing. Click the link in your email again, or <link>find your purchases</link>.',
    },
    confirm: {
      title: 'Confirm your email address',
      text: 'This link has expired. To make sure it’s you, we’ll email a new one to <email></email>.',
      submit: 'Email me a link',
      noAddress: 'This link has expired and can’t be renewed. Contact the seller.',
    },
    ordered: ({ number, day }: { number: number; day: string }): string => `Order No. ${number} · ${day}`,
  },
  /** Where buyers decline emails about new versions of their files. */
  optOut: {
    pageTitle: 'Emails about new versions',
    ask: {
      title: 'Stop emails about new versions?',
      text: 'We’ll no longer email <email></email> when this seller updates a file that you bought. You’ll still get receipts and other emails about your orders.',
      submit: 'Stop these emails',
    },
    stopped: {
      title: 'You won’t get these emails anymore',
      text: 'We no longer email <email></email> when this seller updates a file that you bought. You can still download every new version.',
      submit: 'Turn these emails back on',
    },
  },
  problem: {
    title: { not_found: 'Nothing here', other: 'You can’t open this' },
    back: 'Back to what you bought',
  },
  sample: {
    title: 'What buyers get',
    note: 'This is what buyers see. The license keys are examples, and your downloads aren’t counted.',
    empty: 'This page doesn’t deliver anything yet. Add something on the Delivery tab.',
    failed: 'Couldn’t load what this page delivers',
  },
};
