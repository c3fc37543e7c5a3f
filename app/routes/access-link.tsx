import { data, redirect } from 'react-router';

import '#app/checkout-page/delivered.css';
import { AccessLink, AccessLinkMissing } from '#app/features/purchases/access-link.tsx';
import { PurchasesLayout } from '#app/features/purchases/purchases-layout.tsx';
import { getClientAddress } from '#app/lib/request-fields.ts';
import { servicesContext } from '#app/services-context.ts';
import { deliveredMessages } from '#content/messages/delivered.ts';

import type { Route } from './+types/access-link.ts';

/** What an order delivers, behind a link from an email. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await context.get(servicesContext).findAccessLink(params.token);
  return data({ page }, { status: page ? 200 : 404 });
}

/** Emails a sign-in link to the buyer of an old link. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const failure = await context.get(servicesContext).confirmAccessLink(params.token, getClientAddress(request));
  return failure
    ? data({ error: failure.error.message }, { status: failure.status })
    : redirect('/purchases?notice=sent', 303);
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.page?.productName ?? deliveredMessages.accessLink.missing.title },
  { name: 'robots', content: 'noindex' },
];

export default function AccessLinkRoute({ loaderData: { page }, actionData }: Route.ComponentProps) {
  return (
    <PurchasesLayout email={null} seller={page?.seller}>
      {page ? <AccessLink page={page} error={actionData?.error ?? null} /> : <AccessLinkMissing />}
    </PurchasesLayout>
  );
}
