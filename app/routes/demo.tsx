import { useLocation } from 'react-router';

import { DemoScreen } from '#app/features/site/demo-screen.tsx';
import { demoMeta, getDemo, handleDemoForm, loadDemo } from '#app/features/site/demo.ts';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';

import type { Route } from './+types/demo.ts';

export const handle: RouteHandle = { static: true };

export const loader = ({ params, request, context }: Route.LoaderArgs) =>
  loadDemo(params.id, request, context.get(servicesContext).appUrl);

export const action = ({ request }: Route.ActionArgs) => handleDemoForm(request);

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export const meta = ({ loaderData }: Route.MetaArgs) => demoMeta(loaderData);

export default function Demo({ loaderData, actionData }: Route.ComponentProps) {
  const demo = getDemo(useLocation().pathname);
  return <DemoScreen demo={demo} demoState={loaderData} actionData={actionData} />;
}
