import { data } from 'react-router';

import { blogListMeta } from '#app/features/site/blog-meta.ts';
import { BlogList } from '#app/features/site/blog-screens.tsx';
import { findAppUrl } from '#app/features/site/page-meta.ts';

import '#app/features/site/blog.css';
import { servicesContext } from '#app/services-context.ts';

import type { Route } from './+types/blog.ts';

/** A failed read shows an empty list with status 503, which keeps the response out of every cache. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { listPosts, logRouteError: reportFault } = context.get(servicesContext);
  try {
    return data({ posts: await listPosts() });
  } catch (error) {
    reportFault(error, new URL(request.url).pathname);
    return data({ posts: [] }, { status: 503 });
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? blogListMeta(findAppUrl(matches)) : [];

export default function Blog({ loaderData: { posts } }: Route.ComponentProps) {
  return <BlogList posts={posts} />;
}
