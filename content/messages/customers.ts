import { plural } from './plural.ts';

/** A number and its formatted text. */
type Count = { count: number; text: string };

/** Texts of the customer list and of the page of one customer. */
export const customerMessages = {
  list: {
    title: 'Customers',
    caption: 'Customers',
    columns: {
      customer: 'Customer',
      country: 'Country',
      orders: 'Orders',
      spent: 'Spent',
      first: 'First order',
      last: 'Latest order',
    },
    orders: ({ count, text }: Count) => plural(count, { one: '1 order', other: `${text} orders` }),
    subscriptions: ({ count, text }: Count) => plural(count, { one: '1 subscription', other: `${text} subscriptions` }),
    found: ({ count, text }: Count) => plural(count, { one: '1 customer found', other: `${text} customers found` }),
    search: { label: 'Search customers', placeholder: 'Name or email' },
    sort: {
      label: 'Sort by',
      options: {
        recent: 'Latest order',
        newest: 'Newest customers',
        spent: 'Most spent',
        orders: 'Most orders',
        name: 'Name, A to Z',
      },
    },
    loadError: 'Couldn’t load your customers',
    empty: {
      title: 'No customers yet',
      text: 'Everyone who buys from your checkout pages appears here, with their orders, subscriptions, and emails. Share the link to a page to get your first one.',
      link: 'Go to your pages',
    },
    noMatches: {
      title: 'No customers found',
      searchTitle: 'No customers match “<search></search>”',
      clear: 'Clear search',
    },
    beyondEnd: {
      title: 'No more customers',
      text: 'You’ve reached the end of this list.',
      link: 'Back to the first page',
    },
    pagination: {
      label: 'Customer list pages',
      previous: 'Previous customers',
      next: 'Next customers',
      count: ({ count, text }: Count) => plural(count, { one: '1 customer', other: `${text} customers` }),
      range: ({ first, last, total }: { first: string; last: string; total: string }) => `${first}–${last} of ${total}`,
    },
  },

  export: {
    button: 'Export CSV',
    busy: 'Exporting…',
    progress: ({ done, total }: { done: string; total: string }) => `Exporting ${done} of ${total}…`,
    failure: 'Export failed',
  },

  back: 'Customers',
  loadError: 'Couldn’t load this customer',
  notFound: {
    title: 'Customer not found',
    text: 'The URL may have a typo, the customer’s data may have been deleted, or they belong to another account.',
    link: 'View all customers',
  },

  summary: {
    title: 'Summary',
    email: 'Email',
    emailBounces: 'Emails to this address bounce',
    country: 'Country',
    first: 'First order',
    last: 'Latest order',
    spent: 'Spent',
    /** After the net amount, if something was returned. */
    received: ({ received }: { received: string }) => `of ${received} received`,
  },

  orders: {
    title: 'Orders',
    caption: 'Orders of this customer, newest first',
    columns: { number: 'No.', product: 'Product', date: 'Date', state: 'Status', amount: 'Amount' },
    all: ({ text }: { text: string }) => `View all ${text} orders`,
  },

  subscriptions: {
    title: 'Subscriptions',
    price: ({ amount, interval }: { amount: string; interval: string }) => `${amount} ${interval}`,
  },

  emails: {
    title: 'Emails',
    none: 'No emails were sent to this customer.',
    order: ({ number }: { number: number }) => `Order ${number}`,
    limited: ({ text }: { text: string }) => `The latest ${text} emails. Older ones are on the pages of their orders.`,
  },

  note: {
    title: 'Note',
    label: 'Note about this customer',
    placeholder: 'Only you see this note.',
    counter: ({ used, max }: { used: string; max: string }) => `${used} of ${max} characters`,
    saved: 'Last edited <time></time>',
    save: 'Save note',
    saving: 'Saving…',
    discard: 'Discard changes',
    toasts: { saved: 'Note saved', deleted: 'Note deleted' },
  },

  data: {
    title: 'Personal data',
    text: 'Use this when the customer asks for a copy of their data, or asks you to delete it.',
    download: 'Download data',
    downloading: 'Downloading…',
    downloadFailure: 'Download failed',
    delete: 'Delete data',
    subscribed: 'You can delete the data once all subscriptions have ended.',
  },
};
