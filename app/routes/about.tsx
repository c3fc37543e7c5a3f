import { AboutScreen } from '#app/features/site/about-screen.tsx';
import { sitePageMeta } from '#app/features/site/page-meta.ts';

import '#app/features/site/about.css';
import { SITE } from '#content/site.ts';

export const meta = sitePageMeta({
  path: '/about',
  name: 'About',
  description: `Why ${SITE.name} makes tills for people who make things, how it is built, and the two who build it.`,
});

export default AboutScreen;
