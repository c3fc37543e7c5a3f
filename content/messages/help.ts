import { plural } from './plural.ts';

/** The help center, besides its articles in `content/help`. */
export const helpMessages = {
  name: 'Help',
  description: ({ count, siteName }: { count: number; siteName: string }) =>
    `${count} answers about building checkout pages, connecting Stripe, coupons, plans, publishing, and payouts with ${siteName}.`,
  title: 'Help center',
  categories: 'Categories',
  articleCount: ({ count }: { count: number }) => plural(count, { one: '1 article', other: `${count} articles` }),
  results: ({ count, query }: { count: number; query: string }) =>
    plural(count, { one: `1 article with “${query}”`, other: `${count} articles with “${query}”` }),
  search: { label: 'Search the help center', placeholder: 'Coupons, payouts…', submit: 'Search' },
  noResults: {
    title: 'No articles found matching “<query></query>”',
    text: 'Try a different search term or browse all categories above',
  },
  contact: {
    title: 'Still need help?',
    text: ({ responseTimes }: { responseTimes: string }) => `Our team replies within ${responseTimes}.`,
    responseTime: ({ hours, plan }: { hours: number; plan: string }) => `${hours} hours on ${plan}`,
    button: 'Contact support',
  },
} as const;
