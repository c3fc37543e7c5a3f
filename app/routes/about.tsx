import { AboutScreen } from '#app/features/site/about-screen.tsx';
import { pageMeta } from '#app/features/site/page-meta.ts';
import { breadcrumbsJsonLd } from '#app/features/site/structured-data.ts';

import '#app/features/site/about.css';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { SITE } from '#content/site.ts';

import type { Route } from './+types/about';

export const handle: RouteHandle = { static: true };

export const loader = ({ context }: Route.LoaderArgs) => ({ appUrl: context.get(servicesContext).appUrl });

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const appUrl = loaderData?.appUrl ?? '';
  return [
    ...pageMeta({
      title: `About · ${SITE.name}`,
      description: `Why ${SITE.name} makes tills for people who make things, how it is built, and the two who build it.`,
      url: `${appUrl}/about`,
    }),
    breadcrumbsJsonLd(appUrl, [{ name: 'About', path: '/about' }]),
  ];
};

export default function About() {
  return <AboutScreen />;
}
