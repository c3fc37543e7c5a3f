import { Outlet, redirectDocument } from 'react-router';

import type { RouteHandle } from '#app/root.tsx';
import { Bar } from '#app/site/bar.tsx';
import { Footer } from '#app/site/footer.tsx';
import script from '#app/site/script/site-script.ts?worker&url';
import { SiteTemplates } from '#app/site/site-templates.tsx';
import '#app/site/site.css';
import { archivoPreload } from '#app/ui/archivo.ts';

import type { Route } from './+types/site.ts';

/** Complete without React in the browser: one small script smooths what can be pressed. */
export const handle: RouteHandle = { static: true };

export const links = () => [archivoPreload];

/** Without a loader on the server the next one would be waited for when the document is drawn. */
export const loader = () => null;

/** Whoever comes from a hydrated screen gets the whole document, as everyone else does. */
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => redirectDocument(request.url);

export default function Site() {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Bar />
      <Outlet />
      <Footer />
      <SiteTemplates />
      <script type="module" src={script} />
    </>
  );
}
