import { data, redirect } from 'react-router';

import { AccessLinkMissing } from '#app/features/purchases/access-link.tsx';
import { EmailOptOut } from '#app/features/purchases/email-opt-out.tsx';
import { PurchasesLayout } from '#app/features/purchases/purchases-layout.tsx';
import { servicesContext } from '#app/services-context.ts';
import { deliveredMessages } from '#content/messages/delivered.ts';

import type { Route } from './+types/email-opt-out.ts';

/** Where a buyer declines a seller's emails about new versions, behind a link from such an email. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await context.get(servicesContext).findEmailOptOut(params.token);
  return data({ page }, { status: page ? 200 : 404 });
}

/** Stops the emails, or resumes them with `resume`. Mail providers post here, too, so the body is not read. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  await context.get(servicesContext).setEmailOptOut(params.token, !searchParams.has('resume'));
  return redirect(pathname, 303);
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.page ? deliveredMessages.optOut.pageTitle : deliveredMessages.accessLink.missing.title },
  { name: 'robots', content: 'noindex' },
];

export default function EmailOptOutRoute({ loaderData: { page } }: Route.ComponentProps) {
  return (
    <PurchasesLayout email={null} seller={page?.seller}>
      {page ? <EmailOptOut page={page} /> : <AccessLinkMissing />}
    </PurchasesLayout>
  );
}
