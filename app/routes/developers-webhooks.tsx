import { WebhookDocs } from '#app/features/site/developers/webhook-docs-screen.tsx';
import { sitePageMeta } from '#app/features/site/page-meta.ts';

import '#app/features/site/developers/developers.css';
import '#app/features/site/developers/webhook-docs.css';
import { servicesContext } from '#app/services-context.ts';
import { developerMessages } from '#content/messages/developers.ts';
import { WEBHOOK_DOCS } from '#content/webhook-docs.ts';

import type { Route } from './+types/developers-webhooks';

export const loader = ({ context }: Route.LoaderArgs) => ({
  reference: context.get(servicesContext).webhookReference(),
});

export const meta = sitePageMeta({
  path: '/developers/webhooks',
  name: WEBHOOK_DOCS.title,
  description: WEBHOOK_DOCS.description,
  parents: [{ name: developerMessages.pages.start, path: '/developers' }],
});

export default function DevelopersWebhooks({ loaderData }: Route.ComponentProps) {
  return <WebhookDocs reference={loaderData.reference} />;
}
