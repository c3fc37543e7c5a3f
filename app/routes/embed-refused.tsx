import { data } from 'react-router';

import '#app/checkout-page/checkout-page.css';
import '#app/checkout-page/result-page.css';
import { SuspendedPage } from '#app/checkout-page/closed-page.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { closedPageMessages } from '#content/messages/checkout-page.ts';
import { parseOrigin } from '#domain/embedding.ts';

import type { Route } from './+types/embed-refused.ts';

const { missing, embedRefused } = closedPageMessages;

export const handle: RouteHandle = { static: true };

/** Explains why a site may not embed the page. Any site may show this document, since it contains only links. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const pageResult = await context.get(servicesContext).findPage(params.slug);
  const requestedOrigin = new URL(request.url).searchParams.get('origin') ?? '';
  const origin = parseOrigin(requestedOrigin) === requestedOrigin ? requestedOrigin : null;
  const isSuspended = pageResult.kind === 'suspended';
  if (pageResult.kind !== 'page') return data({ page: null, isSuspended, origin }, { status: isSuspended ? 410 : 404 });
  const { slug, config } = pageResult.page;
  return data({ page: { path: `/c/${slug}`, name: config.productName }, isSuspended, origin }, { status: 403 });
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.page ? embedRefused.title : missing.title },
];

export default function EmbedRefused({ loaderData: { page, isSuspended, origin } }: Route.ComponentProps) {
  if (isSuspended) return <SuspendedPage />;
  return (
    <main className="co-document">
      <div className="co co-plain">
        <div className="co-result">{page ? <EmbeddingRefused {...page} origin={origin} /> : <NotFound />}</div>
      </div>
    </main>
  );
}

const NotFound = () => (
  <>
    <h1>{missing.title}</h1>
    <p>{missing.text}</p>
  </>
);

const EmbeddingRefused = ({ path, name, origin }: { path: string; name: string; origin: string | null }) => (
  <>
    <h1>{embedRefused.title}</h1>
    <p>
      <RichText text={embedRefused.text} tags={{ name: () => <bdi>{name}</bdi> }} />
    </p>
    <a className="co-pay" href={path} target="_top">
      {embedRefused.open}
    </a>
    <p className="co-trust">
      {origin ? (
        <RichText text={embedRefused.allowOrigin} tags={{ origin: () => <b>{origin}</b> }} />
      ) : (
        embedRefused.useSnippet
      )}
    </p>
  </>
);
