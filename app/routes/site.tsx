import { Outlet, redirectDocument } from 'react-router';

import { archivoPreload } from '#app/components/utils/font-preload.ts';
import script from '#app/features/site/enhance/site-script.ts?worker&url';
import { Footer } from '#app/features/site/footer.tsx';
import { SiteHeader } from '#app/features/site/site-header.tsx';
import { SiteTemplates } from '#app/features/site/site-templates.tsx';

import '#app/features/site/site.css';
import type { RouteHandle } from '#app/root.tsx';
import { servicesContext } from '#app/services-context.ts';
import { siteFrameMessages } from '#content/messages/site-frame.ts';

import type { Route } from './+types/site.ts';

/** Works without React in the browser: one small script enhances the controls. */
export const handle: RouteHandle = { static: true };

export const links = () => [archivoPreload];

export const loader = ({ context }: Route.LoaderArgs) => ({ appUrl: context.get(servicesContext).appUrl });

/** Navigation from a hydrated screen loads the whole document. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => redirectDocument(request.url);

export default function Site() {
  return (
    <>
      <a className="skip" href="#main">
        {siteFrameMessages.skipLink}
      </a>
      <SiteHeader />
      <Outlet />
      <Footer />
      <SiteTemplates />
      <script type="module" src={script} />
    </>
  );
}
