import { plural } from './plural.ts';

type Page = { page: string };
type Count = { count: number };

export const pageMessages = {
  list: {
    title: 'Your pages',
    label: 'Pages',
    domains: 'Domains',
    newPage: 'New page',
    loadError: 'Couldn’t load your pages',
    columns: {
      thumbnail: 'Preview',
      actions: 'Actions',
      name: 'Name and URL',
      state: 'Status',
      price: 'Price',
      sales: 'Sales',
      revenue: 'Revenue',
      updated: 'Last updated',
    },
    found: ({ count }: Count) => plural(count, { one: '1 page found', other: `${count} pages found` }),
    pageCount: ({ count }: Count) => plural(count, { one: '1 page', other: `${count} pages` }),
    saleCount: ({ count }: Count) => plural(count, { one: '1 sale', other: `${count} sales` }),
    empty: {
      title: 'Create your first page',
      text: 'Each page sells one product. Your pages appear here with their URL, price, and revenue. Start with a blank page or a template.',
    },
  },

  states: {
    draft: 'Draft',
    published: 'Published',
    changed: 'Changed',
    unpublished: 'Unpublished',
    suspended: 'Taken down',
    paused: 'Paused',
    archived: 'Archived',
  },

  row: {
    noUrl: 'No URL yet',
    noPrice: 'No price yet',
    noSales: 'No sales',
    noRevenue: 'No revenue yet',
    unpublishedChanges: 'Unpublished changes',
    /** The label is shown on phones only. */
    sales: ({ count }: Count) =>
      plural(count, { one: '1<label> sale</label>', other: `${count}<label> sales</label>` }),
    updated: 'Updated',
    time: ({ time }: { time: string }) => `${time} UTC`,
    menu: ({ page }: Page) => `More actions for ${page}`,
    edit: 'Edit',
    openPage: 'Open page',
    orders: 'Orders of this page',
    copyUrl: 'Copy URL',
    duplicate: 'Duplicate',
    rename: 'Rename',
    unpublish: 'Unpublish',
    archive: 'Archive',
    restore: 'Restore',
    export: 'Export file',
    delete: 'Delete',
  },

  filters: {
    search: { label: 'Search your pages', placeholder: 'Name or URL' },
    labels: { all: 'All', published: 'Published', drafts: 'Drafts', archived: 'Archived' },
    empty: {
      all: 'All of your pages are archived.',
      published: 'No published pages. Open a draft and publish it to get its URL.',
      drafts: 'No drafts. New and unpublished pages appear here.',
      archived: 'No archived pages. Archive a page to hide it from the list without deleting it.',
    },
    showAll: 'Show all pages',
    showArchived: 'Show archived pages',
    noMatches: {
      all: 'No pages match “<search></search>”',
      published: 'No published pages match “<search></search>”',
      drafts: 'No drafts match “<search></search>”',
      archived: 'No archived pages match “<search></search>”',
    },
    otherMatches: {
      all: ({ count }: Count) => `Show ${count} in All`,
      published: ({ count }: Count) => `Show ${count} in Published`,
      drafts: ({ count }: Count) => `Show ${count} in Drafts`,
      archived: ({ count }: Count) => `Show ${count} in Archived`,
    },
    clearSearch: 'Clear search',
  },

  banners: {
    offSale: {
      label: 'Your plan',
      text: ({ count }: Count) =>
        plural(count, {
          one: '<b>Your page isn’t accepting payments</b> because you don’t have an active plan. Choose a plan to sell again.',
          other:
            '<b>Your pages aren’t accepting payments</b> because you don’t have an active plan. Choose a plan to sell again.',
        }),
      link: 'Choose a plan',
    },
    suspended: {
      label: 'Taken down',
      title: ({ page }: Page) => `“${page}” was taken down.`,
      text: ({ count }: Count) =>
        plural(count, {
          one: 'Buyers see that it’s no longer available. Existing orders and subscriptions continue, but you can’t publish any page until this is resolved. Contact <email></email>.',
          other:
            'Buyers see that they’re no longer available. Existing orders and subscriptions continue, but you can’t publish any page until this is resolved. Contact <email></email>.',
        }),
    },
    paused: {
      label: ({ page }: Page) => `Payments paused on ${page}`,
      title: ({ page }: Page) => `Payments are paused on “${page}”.`,
      resumesAt: ({ time }: { time: string }) => `Payments resume automatically ${time}.`,
      button: 'Resume payments',
      busy: 'Resuming…',
    },
  },

  /** Results of actions, shown as toasts. */
  actions: {
    duplicate: {
      success: 'Page duplicated',
      message: 'The copy is a draft until you publish it.',
      failure: 'Couldn’t duplicate the page',
    },
    rename: { success: 'Page renamed', failure: 'Couldn’t rename the page' },
    unpublish: {
      success: 'Page unpublished',
      message: 'Buyers can’t pay until you publish it again.',
      failure: 'Couldn’t unpublish the page',
    },
    resume: { success: 'Payments resumed', failure: 'Couldn’t resume payments' },
    archive: {
      success: 'Page archived',
      stillLive: 'It’s still live at its URL.',
      failure: 'Couldn’t archive the page',
    },
    restore: { success: 'Page restored', failure: 'Couldn’t restore the page' },
    export: { success: 'Page exported', failure: 'Couldn’t export the page' },
    delete: { success: 'Page deleted', failure: 'Couldn’t delete the page' },
  },
};
