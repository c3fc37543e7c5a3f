import { DocsArticle } from '#app/features/site/developers/docs-article.tsx';
import { sitePageMeta } from '#app/features/site/site-page-meta.ts';

import '#app/features/site/developers/developers.css';
import '#app/features/site/developers/docs-article.css';
import { servicesContext } from '#app/services-context.ts';
import { developerMessages } from '#content/messages/developers.ts';
import { createWebhookDocs, WEBHOOK_DOCS } from '#content/webhook-docs.ts';

import type { Route } from './+types/developers-webhooks';

const PATH = '/developers/webhooks';

export const loader = ({ context }: Route.LoaderArgs) => ({
  sections: createWebhookDocs(context.get(servicesContext).webhookReference()),
});

export const meta = sitePageMeta({
  path: PATH,
  name: WEBHOOK_DOCS.title,
  description: WEBHOOK_DOCS.description,
  parents: [{ name: developerMessages.pages.start, path: '/developers' }],
});

export default function DevelopersWebhooks({ loaderData: { sections } }: Route.ComponentProps) {
  return <DocsArticle path={PATH} title={WEBHOOK_DOCS.title} lead={WEBHOOK_DOCS.description} sections={sections} />;
}
