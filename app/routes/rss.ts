import { createRssFeed } from '#app/features/site/rss-feed.ts';
import { servicesContext } from '#app/services-context.ts';

import type { Route } from './+types/rss.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { appUrl, listPosts } = context.get(servicesContext);
  const feed = createRssFeed(await listPosts(), appUrl);
  return new Response(feed, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
}
