import { ALL_EMAILS } from '#app/emails/email-samples.ts';

import { renderEmail } from '../emails/render-email.tsx';

/** The origin of the links in the samples. */
const APP_URL = 'https://till.example';

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const renderList = (): string => {
  const items = ALL_EMAILS.map((email, index) => {
    const { subject, text } = renderEmail(email, APP_URL);
    const link = `<a href="?email=${index}">${escapeHtml(subject)}</a>`;
    return `<li>${email.kind}: ${link}<details><summary>Text</summary><pre>${escapeHtml(text)}</pre></details></li>`;
  });
  return `<!doctype html><html lang="en"><title>Emails</title><h1>Emails</h1><ul>${items.join('')}</ul></html>`;
};

/** Preview of every email with sample data. Only the development server has this route. */
export function loader({ request }: { request: Request }): Response {
  const { searchParams } = new URL(request.url);
  const email = ALL_EMAILS[Number(searchParams.get('email') ?? Number.NaN)];
  const html = email ? renderEmail(email, APP_URL).html : renderList();
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
