import { shopContext } from '#app/shop-context.ts';
import '#app/site/landing.css';
import { Hero } from '#app/site/hero.tsx';
import { Notice } from '#app/site/notice.tsx';
import { pageMeta } from '#app/site/page-meta.ts';
import { SITE } from '#content/site.ts';

import type { Route } from './+types/home';

export const loader = ({ context }: Route.LoaderArgs) => ({ url: `${context.get(shopContext).appUrl}/` });

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({ title: `${SITE.name} · ${SITE.tagline}`, url: loaderData?.url });

export default function Home() {
  return (
    <>
      <Notice />
      <main id="main">
        <Hero />
      </main>
    </>
  );
}
