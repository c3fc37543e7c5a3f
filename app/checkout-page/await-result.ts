/**
 * Script of the page after payment: polls the result in the background and shows it when it is there. Without script
 * the document reloads itself.
 */
const EVERY = 2000;
const PATIENCE = 10_000;
const MOST = 20;

let tries = 0;

async function ask(main: HTMLElement) {
  const again = main.dataset.again ?? '';
  try {
    const answer = await fetch(again, { signal: AbortSignal.timeout(PATIENCE) });
    const there = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const result = there.querySelector<HTMLElement>('main.co-document');
    if (result && !result.dataset.again) return draw(main, result, there);
    if (result) main.dataset.again = result.dataset.again;
  } catch {
    // The next try may succeed.
  }
  tries += 1;
  if (tries < MOST) setTimeout(ask, EVERY, main);
  else location.replace(again);
}

function draw(main: HTMLElement, result: HTMLElement, there: Document) {
  main.replaceWith(result);
  const back = there.querySelector('meta[http-equiv=refresh]');
  if (back) document.head.append(back);
  document.title = there.title;
  result.querySelector('h1')?.focus();
}

const waiting = document.querySelector<HTMLElement>('main[data-again]');
if (waiting) setTimeout(ask, EVERY, waiting);
