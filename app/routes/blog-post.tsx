import { data } from 'react-router';

import { buttonVariants } from '#app/components/button.tsx';
import { blogPostMeta } from '#app/features/site/blog-meta.ts';

import '#app/features/site/blog.css';
import { BlogPost } from '#app/features/site/blog-screens.tsx';
import { ErrorScreen } from '#app/features/site/error-screen.tsx';
import { findAppUrl, pageMeta, withSiteName } from '#app/features/site/page-meta.ts';
import { servicesContext } from '#app/services-context.ts';
import { siteMessages } from '#content/messages/site.ts';

import type { Route } from './+types/blog-post.ts';

const { back: BACK_LABEL, ...NOT_FOUND_COPY } = siteMessages.errors.postNotFound;

const createNotFoundData = (status: 404 | 503) => data({ kind: 'lost' as const, status }, { status });

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { findPost, listRelatedPosts, logRouteError: reportFault } = context.get(servicesContext);
  try {
    const post = await findPost(params.slug);
    if (!post) return createNotFoundData(404);
    return data({ kind: 'post' as const, post, related: await listRelatedPosts(post.slug) });
  } catch (error) {
    reportFault(error, new URL(request.url).pathname);
    return createNotFoundData(503);
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData?.kind === 'post'
    ? blogPostMeta(loaderData.post, findAppUrl(matches))
    : pageMeta({ title: withSiteName(NOT_FOUND_COPY.title) });

export default function BlogPostRoute({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'post') return <BlogPost post={loaderData.post} related={loaderData.related} />;
  return (
    <ErrorScreen {...NOT_FOUND_COPY} code={String(loaderData.status)}>
      <a className={buttonVariants('brass', 'lg')} href="/blog" data-skeleton="blog-list">
        {BACK_LABEL}
      </a>
    </ErrorScreen>
  );
}
