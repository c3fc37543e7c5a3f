import { FaqSection } from '#app/features/site/faq-section.tsx';
import { FeaturesSection } from '#app/features/site/features-section.tsx';
import {
  FirstPageSection,
  HeroSection,
  FoundersSection,
  ClosingSection,
  PlansSection,
} from '#app/features/site/home-sections.tsx';

import '#app/features/site/home.css';
import { NoticeBanner } from '#app/features/site/notice-banner.tsx';
import { findAppUrl, pageMeta } from '#app/features/site/page-meta.ts';
import { faqJsonLd, organizationJsonLd, softwareJsonLd } from '#app/features/site/structured-data.ts';
import { LANDING_FAQ } from '#content/landing-faq.ts';
import { homeMessages } from '#content/messages/home.ts';
import { CLAIMS } from '#content/product-claims.ts';
import { SITE } from '#content/site.ts';

import type { Route } from './+types/home';

export const meta: Route.MetaFunction = ({ matches }) => {
  const appUrl = findAppUrl(matches);
  return [
    ...pageMeta({ title: `${SITE.name} · ${SITE.tagline}`, url: `${appUrl}/` }),
    organizationJsonLd(appUrl),
    softwareJsonLd(appUrl),
    faqJsonLd(LANDING_FAQ),
  ];
};

const [FIRST_CLAIM] = CLAIMS;

export default function Home() {
  return (
    <>
      <NoticeBanner />
      <main id="main">
        <HeroSection />
        <FirstPageSection {...FIRST_CLAIM} />
        <FeaturesSection />
        <PlansSection />
        <FaqSection title={homeMessages.faqTitle} questions={LANDING_FAQ} />
        <FoundersSection />
        <ClosingSection />
      </main>
    </>
  );
}
