import { SITE } from './site.ts';

export type SiteLink = {
  label: string;
  href: string;
  /** Shows the link only to signed-in or signed-out visitors, by CSS, because the HTML is the same for all. */
  shownTo?: 'in' | 'out';
};

/** Links in the header, besides sign-in and sign-out. */
export const NAVIGATION: readonly SiteLink[] = [
  { label: 'Features', href: '/#features' },
  { label: 'Pricing', href: '/#pricing' },
  { label: 'Blog', href: '/blog' },
  { label: 'Help', href: '/help' },
  { label: 'About', href: '/about' },
  { label: 'Subscription', href: '/subscription', shownTo: 'in' },
];

export const FOOTER: readonly { title: string; links: readonly SiteLink[] }[] = [
  {
    title: 'Product',
    links: [
      { label: 'Pricing', href: '/pricing' },
      { label: 'Help', href: '/help' },
      { label: 'Blog', href: '/blog' },
      { label: 'Developers', href: '/developers' },
      { label: 'Demo checkout', href: '/checkout/demo' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', href: '/about' },
      { label: 'Privacy', href: '/privacy' },
      { label: 'Terms', href: '/terms' },
      { label: SITE.supportEmail, href: `mailto:${SITE.supportEmail}` },
    ],
  },
  {
    /** Samples. */
    title: 'Our other products',
    links: [
      { label: 'Postwright', href: 'https://postwright.example/' },
      { label: 'Formwright', href: 'https://formwright.example/' },
    ],
  },
];
