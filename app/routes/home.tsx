import { shopContext } from '#app/shop-context.ts';
import { Features } from '#app/site/features.tsx';
import { FirstPage } from '#app/site/first-page.tsx';
import { Founders } from '#app/site/founders.tsx';
import { Hero } from '#app/site/hero.tsx';
import '#app/site/landing.css';
import { LastCall } from '#app/site/last-call.tsx';
import { Notice } from '#app/site/notice.tsx';
import { pageMeta } from '#app/site/page-meta.ts';
import { PlansBand } from '#app/site/plans-band.tsx';
import { Questions } from '#app/site/questions.tsx';
import { faqPage, organization, softwareApplication } from '#app/site/structured-data.ts';
import { CLAIMS } from '#content/claims.ts';
import { LANDING_FAQ } from '#content/landing-faq.ts';
import { SITE } from '#content/site.ts';

import type { Route } from './+types/home';

export const loader = ({ context }: Route.LoaderArgs) => ({ appUrl: context.get(shopContext).appUrl });

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const appUrl = loaderData?.appUrl ?? '';
  return [
    ...pageMeta({ title: `${SITE.name} · ${SITE.tagline}`, url: `${appUrl}/` }),
    organization(appUrl),
    softwareApplication(appUrl),
    faqPage(LANDING_FAQ),
  ];
};

const [FIRST] = CLAIMS;

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Notice />
      <main id="main">
        <Hero />
        <FirstPage {...FIRST} />
        <Features demoUrl={`${loaderData.appUrl}/checkout/demo`} />
        <PlansBand />
        <Questions title="Frequently asked questions" questions={LANDING_FAQ} />
        <Founders />
        <LastCall />
      </main>
    </>
  );
}
