import { data } from 'react-router';

import { HelpScreen } from '#app/features/site/help-screen.tsx';
import search from '#app/features/site/help-search-script.ts?worker&url';

import '#app/features/site/help.css';
import { sitePageMeta } from '#app/features/site/site-page-meta.ts';
import { faqJsonLd } from '#app/features/site/structured-data.ts';
import { getAnswerText } from '#content/help/help-article.ts';
import { HELP } from '#content/help/help-categories.ts';
import { helpMessages } from '#content/messages/help.ts';
import { SITE } from '#content/site.ts';
import { parseHelpQuery } from '#domain/help-search.ts';

import type { Route } from './+types/help';

/** Search queries are private, so the response is not cached. */
const NO_STORE = { headers: { 'Cache-Control': 'no-store' } };

export function loader({ request }: Route.LoaderArgs) {
  const query = parseHelpQuery(new URL(request.url).searchParams.get('q'));
  return data({ query }, query === '' ? undefined : NO_STORE);
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

const articleCount = HELP.reduce((sum, { articles }) => sum + articles.length, 0);

/** Structured data covers only the most frequent questions; all answers would double the document's size. */
const faqEntries = HELP.filter(({ id }) => id === 'frequently-asked-questions')
  .flatMap(({ articles }) => articles)
  .map((article) => ({ question: article.question, answer: getAnswerText(article) }));

export const meta = sitePageMeta(
  {
    path: '/help',
    name: helpMessages.name,
    description: helpMessages.description({ count: articleCount, siteName: SITE.name }),
  },
  () => [faqJsonLd(faqEntries)],
);

export default function Help({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <HelpScreen query={loaderData.query} />
      <script type="module" src={search} />
    </>
  );
}
