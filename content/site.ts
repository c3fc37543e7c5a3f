/** Facts about whoever runs this. Values marked as samples are yours to change. */
export const SITE = {
  name: 'Tillwright',
  tagline: 'Make your own till',
  description:
    'Build a branded checkout page in under five minutes. Buyers pay straight to your own Stripe account.',
  /** Sample. */
  supportEmail: 'help@tillwright.example',
  footerLine: 'Checkout pages for people who make things. Runs on our machine or on yours.',
} as const;

/** `shownTo` leaves a link out for whoever it is not for; the stylesheet does it, documents are the same for all. */
export type FooterLink = { label: string; href: string; shownTo?: 'in' | 'out' };

/** Columns of the footer, besides the support address. */
export const FOOTER: readonly { title: string; links: readonly FooterLink[] }[] = [
  {
    title: 'Product',
    links: [
      { label: 'Builder', href: '/builder' },
      { label: 'Demo checkout', href: '/c/demo' },
    ],
  },
  {
    title: 'Account',
    links: [
      { label: 'Sign in', href: '/auth', shownTo: 'out' },
      { label: 'Get started', href: '/auth?tab=sign-up', shownTo: 'out' },
      { label: 'Your pages', href: '/pages', shownTo: 'in' },
      { label: 'Orders', href: '/orders', shownTo: 'in' },
    ],
  },
];

export const BLOG = {
  title: 'Blog',
  description: 'Notes on selling one good thing from one page: prices, coupons, refunds, trust and speed.',
  lead: 'How to sell one good thing from one page, written while we build the till for it.',
  /** Whoever writes the posts; linked to /about. */
  author: 'the founders',
  /** Hosts whose players may be framed in a post; the frame of another host becomes a link. */
  frameHosts: ['www.youtube-nocookie.com', 'player.vimeo.com'] as readonly string[],
  /** Hosts whose pictures and videos a post may show beside our own; those of others become links. */
  mediaHosts: [] as readonly string[],
} as const;
