import { AboutScreen } from '#app/features/site/about-screen.tsx';
import { sitePageMeta } from '#app/features/site/site-page-meta.ts';

import '#app/features/site/about.css';
import { aboutMessages } from '#content/messages/about.ts';
import { SITE } from '#content/site.ts';

export const meta = sitePageMeta({
  path: '/about',
  name: aboutMessages.name,
  description: aboutMessages.description({ siteName: SITE.name }),
});

export default AboutScreen;
