import { data } from 'react-router';

import { blogListMeta } from '#app/features/site/blog-meta.ts';
import { BlogList } from '#app/features/site/blog-screens.tsx';

import '#app/features/site/blog.css';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';

import type { Route } from './+types/blog.ts';

export const handle: RouteHandle = { static: true };

/** A failed read shows an empty list with status 503, which keeps the response out of every cache. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { appUrl, listPosts, logRouteError: reportFault } = context.get(servicesContext);
  try {
    return data({ appUrl, posts: await listPosts() });
  } catch (error) {
    reportFault(error, new URL(request.url).pathname);
    return data({ appUrl, posts: [] }, { status: 503 });
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? blogListMeta(loaderData.appUrl) : []);

export default function Blog({ loaderData: { posts } }: Route.ComponentProps) {
  return <BlogList posts={posts} />;
}
