export type TeamMember = {
  name: string;
  role: string;
  bio: string;
  /** Our own drawing in public/. */
  portrait: string;
  links: readonly { network: string; href: string }[];
};

/** The two co-founders. Sample names, texts and URLs: replace them. */
export const TEAM: readonly TeamMember[] = [
  {
    name: 'Nora Castell',
    role: 'Co-founder, design',
    bio: 'Nora designs the product, from checkout pages to the last button. Before she designed for screens, she set type for posters.',
    portrait: '/team/nora-castell.svg',
    links: [
      { network: 'LinkedIn', href: 'https://www.linkedin.com/in/example' },
      { network: 'Mastodon', href: 'https://mastodon.social/@example' },
    ],
  },
  {
    name: 'Tomas Aldous',
    role: 'Co-founder, engineering',
    bio: 'Tomas builds what you don’t see: prices that are right to the cent, orders that are counted once, and pages that load on a train. He keeps a mechanical adding machine on his desk, and it still works.',
    portrait: '/team/tomas-aldous.svg',
    links: [
      { network: 'LinkedIn', href: 'https://www.linkedin.com/in/example' },
      { network: 'GitHub', href: 'https://github.com/example' },
    ],
  },
];
