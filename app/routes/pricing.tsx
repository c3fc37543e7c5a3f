import { pageMeta } from '#app/features/site/page-meta.ts';
import { PricingScreen } from '#app/features/site/pricing-screen.tsx';
import { breadcrumbsJsonLd, faqJsonLd, softwareJsonLd } from '#app/features/site/structured-data.ts';
import type { RouteHandle } from '#app/root.tsx';

import '#app/features/site/pricing.css';
import { servicesContext } from '#app/services-context.ts';
import { PRICING_FAQ } from '#content/pricing-faq.ts';
import { SITE } from '#content/site.ts';
import { PLANS, TRIAL_DAYS } from '#domain/plans.ts';

import type { Route } from './+types/pricing';

export const handle: RouteHandle = { static: true };

export const loader = ({ context }: Route.LoaderArgs) => ({ appUrl: context.get(servicesContext).appUrl });

const prices = PLANS.map(({ name, priceUsd }) => `${name} $${priceUsd}`).join(', ');

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const appUrl = loaderData?.appUrl ?? '';
  return [
    ...pageMeta({
      title: `Pricing · ${SITE.name}`,
      description: `${prices} a month, each with ${TRIAL_DAYS} days free and no credit card. No share of your sales. Building and trying payments is free for ever.`,
      url: `${appUrl}/pricing`,
    }),
    breadcrumbsJsonLd(appUrl, [{ name: 'Pricing', path: '/pricing' }]),
    softwareJsonLd(appUrl),
    faqJsonLd(PRICING_FAQ),
  ];
};

export default function Pricing() {
  return <PricingScreen />;
}
