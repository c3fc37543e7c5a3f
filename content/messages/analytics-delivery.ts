import { plural } from './plural.ts';

type Count = { count: number; text: string };

/** Texts of the card about how buyers fetch what a page delivers. */
export const deliveryAnalyticsMessages = {
  title: 'Delivery',
  orders: 'Orders with files or keys',
  fetchedWithinDay: 'Downloaded within a day',
  unfetched: 'Not downloaded yet',
  requestedEmails: 'Emails that buyers requested again',
  countAndShare: ({ text, share }: { text: string; share: string }) => `${text} (${share})`,
  ordersHint: 'Orders first paid in this period. Download percentages are based on orders with files.',
  keysOnlyHint: 'Orders first paid in this period. Buyers get their keys by email, so there’s nothing to download.',
  median: 'Half downloaded within',
  p95: '95% downloaded within',
  timeHint: 'From the payment to the first download.',
  duration: {
    underMinute: 'a minute',
    minutes: ({ text }: { text: string }) => `${text} min`,
    hours: ({ text }: { text: string }) => `${text} h`,
    days: ({ text }: { text: string }) => `${text} days`,
  },
  keysLeft: 'License keys left',
  keysLeftHint: 'Unused keys on your list. At zero, the page is sold out.',
  list: {
    show: ({ count, text }: Count) =>
      plural(count, { one: 'Show the order without a download', other: `Show ${text} orders without a download` }),
    newest: ({ text }: { text: string }) => `The newest ${text} orders:`,
    order: ({ number }: { number: number }) => `No. ${number}, <time></time>`,
    sendAgain: ({ count, text }: Count) => plural(count, { one: 'Send again', other: `Send again to all ${text}` }),
  },
  dialog: {
    title: ({ count, text }: Count) =>
      plural(count, { one: 'Send this email again?', other: `Send ${text} emails again?` }),
    text: 'The buyer of each order gets a new link to what they bought.',
    cancel: 'Cancel',
    confirm: 'Send emails',
    busy: 'Sending…',
    done: 'Emails are on their way',
    doneText: ({ count, text }: Count) => plural(count, { one: '1 email queued.', other: `${text} emails queued.` }),
    failed: 'Couldn’t send the emails',
  },
};
