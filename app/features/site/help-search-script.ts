/**
 * Script of the help center: searches while the visitor types, with the same logic as the server. Without it, the form
 * submits to the server. Vite bundles it through `?worker&url`. It only writes text, never markup.
 */
import {
  formatResultSummary,
  parseHelpQuery,
  matchesQuery,
  MAX_EXPANDED_RESULTS,
  splitByHighlights,
} from '#domain/help-search.ts';

/** Browsers throttle frequent `history.replaceState` calls. */
const URL_UPDATE_DELAY_MS = 300;

const queryAll = <E extends HTMLElement>(selector: string, parent: ParentNode = document) => [
  ...parent.querySelectorAll<E>(selector),
];
const [form] = queryAll<HTMLFormElement>('form[role=search]');
const [input] = queryAll<HTMLInputElement>('input[name=q]');
const [categoryCards] = queryAll('[data-cards]');
const [resultCount] = queryAll('[data-count]');
const [noResults] = queryAll('[data-none]');
const [queryText] = queryAll('[data-query]');

/** Searchable elements of an article. */
const SEARCHABLE_SELECTOR = 'h3, p:not(.help__links), li';

const originalTexts = new Map<HTMLElement, string>();
const articles = queryAll<HTMLDetailsElement>('.help__list > details').map((details) => {
  const elements = queryAll(SEARCHABLE_SELECTOR, details);
  for (const element of elements) originalTexts.set(element, element.textContent);
  return { details, elements, text: elements.map((element) => originalTexts.get(element)).join('\n') };
});
const sections = queryAll('.help__section');

let currentQuery = parseHelpQuery(new URLSearchParams(location.search).get('q'));
let urlTimer = 0;

function highlight(element: HTMLElement, query: string): void {
  element.replaceChildren(
    ...splitByHighlights(originalTexts.get(element) ?? '', query).map(({ text, highlighted: marked }) => {
      if (!marked) return text;
      const markElement = document.createElement('mark');
      markElement.textContent = text;
      return markElement;
    }),
  );
}

function showResults(query: string): void {
  const foundArticles = articles.filter(({ text }) => query === '' || matchesQuery(text, query));
  for (const article of articles) {
    const isFound = foundArticles.includes(article);
    article.details.hidden = !isFound;
    article.details.open = query !== '' && isFound && foundArticles.length <= MAX_EXPANDED_RESULTS;
    for (const element of article.elements) highlight(element, isFound ? query : '');
  }
  for (const section of sections) section.hidden = !section.querySelector('details:not([hidden])');
  if (categoryCards) categoryCards.hidden = query !== '' && foundArticles.length > 0;
  if (resultCount) resultCount.textContent = formatResultSummary(foundArticles.length, query);
  if (noResults) noResults.hidden = foundArticles.length > 0;
  if (queryText) queryText.textContent = query;
  currentQuery = query;
}

function updateUrl(): void {
  clearTimeout(urlTimer);
  const query = currentQuery === '' ? '' : `?${new URLSearchParams({ q: currentQuery }).toString()}`;
  history.replaceState(history.state, '', `/help${query}`);
}

function handleInput(): void {
  const query = parseHelpQuery(input?.value ?? '');
  if (query === currentQuery) return;
  showResults(query);
  clearTimeout(urlTimer);
  urlTimer = window.setTimeout(() => updateUrl(), URL_UPDATE_DELAY_MS);
}

/** Ends the search before the browser follows a link to a category or an answer. */
function clearSearch(): void {
  if (input) input.value = '';
  if (currentQuery !== '') showResults('');
  updateUrl();
}

/** Opens the answer that the URL's hash names, for browsers that do not open it themselves. */
function openLinkedAnswer(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target?.closest('details');
  if (!details) return;
  details.open = true;
  details.scrollIntoView({ behavior: 'instant' });
}

/** Writes the opened answer's id into the URL, so that the link can be shared. */
function linkOpenedAnswer({ target }: Event): void {
  const answer = target instanceof HTMLDetailsElement ? target.querySelector('.help__answer') : null;
  if (!answer || currentQuery !== '') return;
  const { open } = target as HTMLDetailsElement;
  if (open) history.replaceState(history.state, '', `/help#${answer.id}`);
  else if (location.hash === `#${answer.id}`) updateUrl();
}

document.addEventListener('toggle', linkOpenedAnswer, true);
input?.addEventListener('input', handleInput);
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  handleInput();
  updateUrl();
});
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.getAttribute('href')?.startsWith('/help#')) clearSearch();
});
window.addEventListener('hashchange', openLinkedAnswer);
window.addEventListener('pageshow', handleInput);
handleInput();
openLinkedAnswer();
