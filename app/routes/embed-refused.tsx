import { data } from 'react-router';

import '#app/checkout-page/checkout-page.css';
import type { RouteHandle } from '#app/root.tsx';
import { TakenDown } from '#app/checkout-page/taken-down.tsx';
import { shopContext } from '#app/shop-context.ts';
import { originFrom } from '#domain/embedding.ts';

import type { Route } from './+types/embed-refused.ts';

export const handle: RouteHandle = { static: true };

/** Explains why a site may not embed the page. Any site may show this document, since it contains only links. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = await context.get(shopContext).findPage(params.slug);
  const asked = new URL(request.url).searchParams.get('origin') ?? '';
  const origin = originFrom(asked) === asked ? asked : null;
  const gone = found.kind === 'suspended';
  if (found.kind !== 'page') return data({ page: null, gone, origin }, { status: gone ? 410 : 404 });
  const { slug, config } = found.page;
  return data({ page: { address: `/c/${slug}`, name: config.productName }, gone, origin }, { status: 403 });
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.page ? 'This checkout cannot be shown here' : 'Page not found' },
];

export default function EmbedRefused({ loaderData: { page, gone, origin } }: Route.ComponentProps) {
  if (gone) return <TakenDown />;
  return (
    <main className="co-document">
      <div className="co co-plain">
        <div className="co-result">{page ? <NotHere {...page} origin={origin} /> : <NotFound />}</div>
      </div>
    </main>
  );
}

const NotFound = () => (
  <>
    <h1>Page not found</h1>
    <p>This checkout page doesn&apos;t exist.</p>
  </>
);

const NotHere = ({ address, name, origin }: { address: string; name: string; origin: string | null }) => (
  <>
    <h1>This checkout cannot be shown here</h1>
    <p>
      You can open <bdi>{name}</bdi> on a page of its own.
    </p>
    <a className="co-pay" href={address} target="_top">
      Open the checkout
    </a>
    <p className="co-trust">
      {origin ? (
        <>
          Is this your page? In the builder under Settings, Embedding, add <b>{origin}</b> and publish.
        </>
      ) : (
        'Is this your page? Place it with the snippet that the builder gives you under Embed.'
      )}
    </p>
  </>
);
