/**
 * Script of the help center: searches while the visitor types, with the same logic as the server. Without it, the form
 * submits to the server. Vite bundles it through `?worker&url`. It only writes text, never markup.
 */
import { foundText, helpQueryFrom, isFoundIn, OPENED_AT_MOST, piecesOf } from '#domain/help-search.ts';

/** Browsers throttle frequent `history.replaceState` calls. */
const ADDRESS_AFTER_MS = 300;

const all = <E extends HTMLElement>(selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<E>(selector),
];
const [form] = all<HTMLFormElement>('form[role=search]');
const [input] = all<HTMLInputElement>('input[name=q]');
const [cards] = all('[data-cards]');
const [count] = all('[data-count]');
const [none] = all('[data-none]');
const [term] = all('[data-query]');

/** Searchable elements of an article. */
const TEXTS = 'h3, p:not(.help-see), li';

const texts = new Map<HTMLElement, string>();
const articles = all<HTMLDetailsElement>('.help-list > details').map((details) => {
  const parts = all(TEXTS, details);
  for (const part of parts) texts.set(part, part.textContent);
  return { details, parts, text: parts.map((part) => texts.get(part)).join('\n') };
});
const sections = all('.help-section');

let shown = helpQueryFrom(new URLSearchParams(location.search).get('q'));
let timer = 0;

function mark(element: HTMLElement, query: string): void {
  element.replaceChildren(
    ...piecesOf(texts.get(element) ?? '', query).map(({ text, marked }) => {
      if (!marked) return text;
      const made = document.createElement('mark');
      made.textContent = text;
      return made;
    }),
  );
}

function show(query: string): void {
  const found = articles.filter(({ text }) => query === '' || isFoundIn(text, query));
  for (const article of articles) {
    const isFound = found.includes(article);
    article.details.hidden = !isFound;
    article.details.open = query !== '' && isFound && found.length <= OPENED_AT_MOST;
    for (const part of article.parts) mark(part, isFound ? query : '');
  }
  for (const section of sections) section.hidden = !section.querySelector('details:not([hidden])');
  if (cards) cards.hidden = query !== '' && found.length > 0;
  if (count) count.textContent = foundText(found.length, query);
  if (none) none.hidden = found.length > 0;
  if (term) term.textContent = query;
  shown = query;
}

function writeAddress(): void {
  clearTimeout(timer);
  const query = shown === '' ? '' : `?${new URLSearchParams({ q: shown }).toString()}`;
  history.replaceState(history.state, '', `/help${query}`);
}

function look(): void {
  const query = helpQueryFrom(input?.value ?? '');
  if (query === shown) return;
  show(query);
  clearTimeout(timer);
  timer = window.setTimeout(() => writeAddress(), ADDRESS_AFTER_MS);
}

/** Ends the search before the browser follows a link to a category or an answer. */
function leaveSearch(): void {
  if (input) input.value = '';
  if (shown !== '') show('');
  writeAddress();
}

/** Opens the answer that the URL's hash names, for browsers that do not open it themselves. */
function openNamed(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target?.closest('details');
  if (!details) return;
  details.open = true;
  details.scrollIntoView({ behavior: 'instant' });
}

/** Writes the opened answer's id into the URL, so that the link can be shared. */
function name({ target }: Event): void {
  const answer = target instanceof HTMLDetailsElement ? target.querySelector('.help-answer') : null;
  if (!answer || shown !== '') return;
  const { open } = target as HTMLDetailsElement;
  if (open) history.replaceState(history.state, '', `/help#${answer.id}`);
  else if (location.hash === `#${answer.id}`) writeAddress();
}

document.addEventListener('toggle', name, true);
input?.addEventListener('input', look);
form?.addEventListener('submit', (event) => {
  event.preventDefault();
  look();
  writeAddress();
});
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.getAttribute('href')?.startsWith('/help#')) leaveSearch();
});
window.addEventListener('hashchange', openNamed);
window.addEventListener('pageshow', look);
look();
openNamed();
