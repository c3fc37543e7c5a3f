import { DocsArticle } from '#app/features/site/developers/docs-article.tsx';
import { sitePageMeta } from '#app/features/site/page-meta.ts';

import '#app/features/site/developers/developers.css';
import '#app/features/site/developers/docs-article.css';
import { servicesContext } from '#app/services-context.ts';
import { createEmbedDocs, EMBED_DOCS } from '#content/embed-docs.ts';
import { developerMessages } from '#content/messages/developers.ts';

import type { Route } from './+types/developers-embed';

const PATH = '/developers/embed';

export const loader = ({ context }: Route.LoaderArgs) => ({
  sections: createEmbedDocs(context.get(servicesContext).appUrl),
});

export const meta = sitePageMeta({
  path: PATH,
  name: EMBED_DOCS.title,
  description: EMBED_DOCS.description,
  parents: [{ name: developerMessages.pages.start, path: '/developers' }],
});

export default function DevelopersEmbed({ loaderData: { sections } }: Route.ComponentProps) {
  return <DocsArticle path={PATH} title={EMBED_DOCS.title} lead={EMBED_DOCS.description} sections={sections} />;
}
