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
    bio: 'Nora draws the pages, the keys and the till. She set type for posters before she set it for screens, and believes that a form is a conversation in which one side cannot interrupt.',
    portrait: '/team/nora-castell.svg',
    links: [
      { network: 'LinkedIn', href: 'https://www.linkedin.com/in/example' },
      { network: 'Mastodon', href: 'https://mastodon.social/@example' },
    ],
  },
  {
    name: 'Tomas Aldous',
    role: 'Co-founder, engineering',
    bio: 'Tomas writes the part that nobody sees: prices that are right to the cent, orders that are counted once, and pages that open on a train. He keeps a mechanical adding machine on his desk, and it works.',
    portrait: '/team/tomas-aldous.svg',
    links: [
      { network: 'LinkedIn', href: 'https://www.linkedin.com/in/example' },
      { network: 'GitHub', href: 'https://github.com/example' },
    ],
  },
];
