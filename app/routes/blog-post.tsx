import { data } from 'react-router';

import type { RouteHandle } from '#app/root.tsx';
import { shopContext } from '#app/shop-context.ts';
import '#app/site/blog.css';
import { postMeta } from '#app/site/blog-meta.ts';
import { BlogPost } from '#app/site/blog-post.tsx';
import { LostScreen } from '#app/site/lost-screen.tsx';
import { pageMeta, titled } from '#app/site/page-meta.ts';
import { keyClass } from '#app/ui/key.tsx';

import type { Route } from './+types/blog-post.ts';

export const handle: RouteHandle = { static: true };

const LOST = {
  title: 'Post Not Found',
  text: "The blog post you're looking for doesn't exist or has been removed.",
};

const lost = (status: 404 | 503) => data({ kind: 'lost' as const, status }, { status });

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { appUrl, findPost, listRelatedPosts, reportFault } = context.get(shopContext);
  try {
    const post = await findPost(params.slug);
    if (!post) return lost(404);
    return data({ kind: 'post' as const, appUrl, post, related: await listRelatedPosts(post.slug) });
  } catch (error) {
    reportFault(error, new URL(request.url).pathname);
    return lost(503);
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.kind === 'post'
    ? postMeta(loaderData.post, loaderData.appUrl)
    : pageMeta({ title: titled(LOST.title) });

export default function BlogPostRoute({ loaderData }: Route.ComponentProps) {
  if (loaderData.kind === 'post') return <BlogPost post={loaderData.post} related={loaderData.related} />;
  return (
    <LostScreen {...LOST} figure={String(loaderData.status)}>
      <a className={keyClass('brass', 'lg')} href="/blog" data-skeleton="blog-list">
        Back to Blog
      </a>
    </LostScreen>
  );
}
