/**
 * Script of the page after payment: polls the result in the background and shows it when it is there. Without script
 * the document reloads itself. After a completed order, removes what the buyer entered from this tab. Copies license keys.
 */
import { enableCopyButtons } from './copy-keys.ts';
import { removeStoredValues } from './stored-values.ts';

const TIMEOUT_MS = 10_000;
const MAX_TRIES = 20;

const getIntervalMs = (main: HTMLElement) => Number(main.dataset.interval) * 1000;

let tries = 0;

async function pollResult(main: HTMLElement) {
  const pollUrl = main.dataset.again ?? '';
  try {
    const answer = await fetch(pollUrl, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const nextDocument = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const result = nextDocument.querySelector<HTMLElement>('main.co-document');
    if (result && !result.dataset.again) return showResult(main, result, nextDocument);
    if (result) main.dataset.again = result.dataset.again;
  } catch {
    // The next try may succeed.
  }
  tries += 1;
  if (tries < MAX_TRIES) setTimeout(pollResult, getIntervalMs(main), main);
  else location.replace(pollUrl);
}

function showResult(main: HTMLElement, result: HTMLElement, nextDocument: Document) {
  main.replaceWith(result);
  const refreshMeta = nextDocument.querySelector('meta[http-equiv=refresh]');
  if (refreshMeta) document.head.append(refreshMeta);
  document.title = nextDocument.title;
  result.querySelector('h1')?.focus();
  if (result.dataset.state) removeStoredValues();
}

enableCopyButtons();
const waitingMain = document.querySelector<HTMLElement>('main[data-again]');
if (waitingMain) setTimeout(pollResult, getIntervalMs(waitingMain), waitingMain);
if (document.querySelector('main[data-state]')) removeStoredValues();
