import { WebhookDocs } from '#app/features/site/developers/webhook-docs-screen.tsx';
import { pageMeta } from '#app/features/site/page-meta.ts';
import { breadcrumbsJsonLd } from '#app/features/site/structured-data.ts';

import '#app/features/site/developers/developers.css';
import '#app/features/site/developers/webhook-docs.css';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { SITE } from '#content/site.ts';
import { WEBHOOK_DOCS } from '#content/webhook-docs.ts';

import type { Route } from './+types/developers-webhooks';

export const handle: RouteHandle = { static: true };

export function loader({ context }: Route.LoaderArgs) {
  const { appUrl, webhookReference } = context.get(servicesContext);
  return { appUrl, reference: webhookReference() };
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const appUrl = loaderData?.appUrl ?? '';
  const { title, description } = WEBHOOK_DOCS;
  const path = '/developers/webhooks';
  return [
    ...pageMeta({ title: `${title} · ${SITE.name}`, description, url: `${appUrl}${path}` }),
    breadcrumbsJsonLd(appUrl, [
      { name: 'For developers', path: '/developers' },
      { name: title, path },
    ]),
  ];
};

export default function DevelopersWebhooks({ loaderData }: Route.ComponentProps) {
  return <WebhookDocs reference={loaderData.reference} />;
}
