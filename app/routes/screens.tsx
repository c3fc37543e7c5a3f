import { Outlet } from 'react-router';

import { archivoPreload } from '#app/components/utils/font-preload.ts';

import '#app/app.css';
import type { ScreenData } from '#app/lib/screen-data.ts';
import { servicesContext } from '#app/services-context.ts';

import type { Route } from './+types/screens';

/** Loader of every screen that runs React in the browser. */
export const loader = ({ context }: Route.LoaderArgs): ScreenData => {
  const { appUrl, sandbox, signInOptions, webhookReceiverUrl: receiver } = context.get(servicesContext);
  return { appUrl, sandbox, signInOptions, receiver };
};

export const links = () => [archivoPreload];

/** The loader data never changes while the server runs. */
export const shouldRevalidate = () => false;

export default function Screens({ loaderData }: Route.ComponentProps) {
  return <Outlet context={loaderData} />;
}
