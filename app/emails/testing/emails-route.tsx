import { data, useLoaderData } from 'react-router';

import { SITE } from '#content/site.ts';

import { renderEmail } from '../render-email.tsx';
import { EmailGallery } from './email-gallery.tsx';
import { ALL_EMAILS, SELLER } from './email-samples.ts';

import '#app/app.css';

/** The origin of the links in the samples. */
const APP_URL = 'https://till.example';

/** Stands for the logo of the samples, which is no real image. */
const SAMPLE_LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="132" height="40"><circle cx="20" cy="20" r="16" fill="#b4532a"/><text x="46" y="28" font-family="serif" font-size="24" fill="#222">Vane</text></svg>')}`;

/** Renders the list of samples and the chosen one. Only the development server has this route. */
export function loader({ request }: { request: Request }) {
  const rendered = ALL_EMAILS.map((email) => ({ kind: email.kind, ...renderEmail(email, APP_URL) }));
  const list = rendered.map(({ kind, subject }) => ({ kind, subject }));
  const selectedIndex = Number(new URL(request.url).searchParams.get('email') ?? 0);
  const selected = rendered[selectedIndex];
  if (!selected) throw data(null, { status: 404 });
  const { kind, subject, preview, from = SITE.name, text } = selected;
  const html = selected.html.replaceAll(`${APP_URL}${SELLER.logo}`, SAMPLE_LOGO);
  return { list, selectedIndex, email: { kind, subject, preview, from, html, text } };
}

export const meta = () => [{ title: 'Emails' }];

export default function Emails() {
  return <EmailGallery {...useLoaderData<typeof loader>()} />;
}
