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
