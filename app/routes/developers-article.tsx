import { useLocation } from 'react-router';

import { DocsArticle } from '#app/features/site/developers/docs-article.tsx';
import { sitePageMeta } from '#app/features/site/site-page-meta.ts';

import '#app/features/site/developers/developers.css';
import '#app/features/site/developers/docs-article.css';
import { servicesContext } from '#app/services-context.ts';
import { DEVELOPER_ARTICLES, type DeveloperArticlePath } from '#content/developer-articles.ts';
import { developerMessages } from '#content/messages/developers.ts';

import type { Route } from './+types/developers-article';

const getPath = (pathname: string): DeveloperArticlePath => {
  const path = pathname.toLowerCase().replace(/\/$/, '');
  return Object.hasOwn(DEVELOPER_ARTICLES, path) ? (path as DeveloperArticlePath) : '/developers/quickstart';
};

export const loader = ({ context, request }: Route.LoaderArgs) => ({
  sections: DEVELOPER_ARTICLES[getPath(new URL(request.url).pathname)].createSections(
    context.get(servicesContext).appUrl,
  ),
});

export const meta: Route.MetaFunction = ({ location, matches }) => {
  const path = getPath(location.pathname);
  const { title, description } = DEVELOPER_ARTICLES[path];
  const parents = [{ name: developerMessages.pages.start, path: '/developers' }];
  return sitePageMeta({ path, name: title, description, parents })({ matches });
};

export default function DevelopersArticle({ loaderData: { sections } }: Route.ComponentProps) {
  const path = getPath(useLocation().pathname);
  const { title, description } = DEVELOPER_ARTICLES[path];
  return <DocsArticle path={path} title={title} lead={description} sections={sections} />;
}
