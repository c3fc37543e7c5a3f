import { servicesContext } from '#app/shop-context.ts';
import { FeaturesSection } from '#app/site/features.tsx';
import { FirstPageSection } from '#app/site/first-page.tsx';
import { FoundersSection } from '#app/site/founders.tsx';
import { HeroSection } from '#app/site/hero.tsx';
import '#app/site/landing.css';
import { ClosingSection } from '#app/site/last-call.tsx';
import { NoticeBanner } from '#app/site/notice.tsx';
import { pageMeta } from '#app/site/page-meta.ts';
import { PlansSection } from '#app/site/plans-band.tsx';
import { FaqSection } from '#app/site/questions.tsx';
import { faqJsonLd, organizationJsonLd, softwareJsonLd } from '#app/site/structured-data.ts';
import { CLAIMS } from '#content/claims.ts';
import { LANDING_FAQ } from '#content/landing-faq.ts';
import { SITE } from '#content/site.ts';

import type { Route } from './+types/home';

export const loader = ({ context }: Route.LoaderArgs) => ({ appUrl: context.get(servicesContext).appUrl });

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const appUrl = loaderData?.appUrl ?? '';
  return [
    ...pageMeta({ title: `${SITE.name} · ${SITE.tagline}`, url: `${appUrl}/` }),
    organizationJsonLd(appUrl),
    softwareJsonLd(appUrl),
    faqJsonLd(LANDING_FAQ),
  ];
};

const [FIRST_CLAIM] = CLAIMS;

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <NoticeBanner />
      <main id="main">
        <HeroSection />
        <FirstPageSection {...FIRST_CLAIM} />
        <FeaturesSection demoUrl={`${loaderData.appUrl}/checkout/demo`} />
        <PlansSection />
        <FaqSection title="Frequently asked questions" questions={LANDING_FAQ} />
        <FoundersSection />
        <ClosingSection />
      </main>
    </>
  );
}
