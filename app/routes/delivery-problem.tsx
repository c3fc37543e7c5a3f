import { data } from 'react-router';

import { PurchasesLayout } from '#app/features/purchases/purchases-layout.tsx';
import { servicesContext } from '#app/services-context.ts';
import { deliveredMessages } from '#content/messages/delivered.ts';
import { AppError } from '#domain/errors.ts';

import type { Route } from './+types/delivery-problem.ts';

const messages = deliveredMessages.problem;

/** Where the buyer came from: the page without its last two segments, with the order of a success page. */
function getBackUrl({ pathname, searchParams }: URL): string {
  const path = pathname.split('/').slice(0, -2).join('/');
  const token = searchParams.get('t');
  return token ? `${path}?${new URLSearchParams({ t: token, stay: '1' })}` : path;
}

/** Says why a file or a private link cannot be opened. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { deliveryProblem } = context.get(servicesContext);
  const missing = deliveryProblem === null || deliveryProblem.error.code === 'not_found';
  const message = missing ? new AppError('not_found').message : deliveryProblem.error.message;
  const status = deliveryProblem?.status ?? 404;
  return data({ missing, message, backUrl: getBackUrl(new URL(request.url)) }, { status });
}

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: loaderData?.missing ? messages.title.not_found : messages.title.other },
  { name: 'robots', content: 'noindex' },
];

export default function DeliveryProblem({ loaderData: { missing, message, backUrl } }: Route.ComponentProps) {
  return (
    <PurchasesLayout email={null}>
      <h1>{missing ? messages.title.not_found : messages.title.other}</h1>
      <p className="buyer-portal__lead">{message}</p>
      <p>
        <a className="buyer-portal__button--secondary" href={backUrl}>
          {messages.back}
        </a>
      </p>
    </PurchasesLayout>
  );
}
