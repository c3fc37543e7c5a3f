import { DemoScreen } from '#app/features/site/demo-screen.tsx';
import { demoMeta, handleDemoForm, loadDemo } from '#app/features/site/demo.ts';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { DEMO_MEMBERSHIP as demo } from '#content/demo-pages.ts';

import type { Route } from './+types/subscription-demo.ts';

export const handle: RouteHandle = { static: true };

export const loader = ({ params, request, context }: Route.LoaderArgs) =>
  loadDemo(demo, params.id, request, context.get(servicesContext).appUrl);

export const action = ({ request }: Route.ActionArgs) => handleDemoForm(demo, request);

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) => demoMeta(demo, loaderData);

export default function SubscriptionDemo({ loaderData, actionData }: Route.ComponentProps) {
  return <DemoScreen demo={demo} demoState={loaderData} actionData={actionData} />;
}
