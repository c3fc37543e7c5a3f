/** The about page, besides its articles in `content/about.ts` and `content/team.ts`. */
export const aboutMessages = {
  name: 'About',
  description: ({ siteName }: { siteName: string }) =>
    `Why we built ${siteName}, the principles behind it, and the two founders who run it.`,
  title: ({ siteName }: { siteName: string }) => `About ${siteName}`,
  lead: 'We help creators and small teams sell online with simple checkout pages.',
  illustration: 'A cash register showing one dollar',
  storyTitle: 'The founders’ story',
  principlesTitle: 'Our principles',
  teamTitle: 'The founders',
  profileOwner: ({ name }: { name: string }) => ` profile of ${name}`,
  contact: {
    title: 'Contact us',
    text: ({ email }: { email: string }) => `Email <email>${email}</email>. One of us reads and answers every message.`,
    start: 'Start for free',
    help: 'Visit the help center',
  },
} as const;
