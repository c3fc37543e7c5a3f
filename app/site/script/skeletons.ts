const PATIENCE_MS = 100;

/** When a link that names a skeleton has not brought its page in time, the page's shape stands in for it. */
export function showSkeletons(): void {
  let timer: number;
  document.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-skeleton]') : null;
    if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || altKey || defaultPrevented) return;
    clearTimeout(timer);
    timer = window.setTimeout(show, PATIENCE_MS, link.dataset.skeleton);
  });
  addEventListener('pagehide', () => clearTimeout(timer));
}

function show(name: string): void {
  const template = document.querySelector<HTMLTemplateElement>(`#skeleton-${name}`);
  const main = document.querySelector('main');
  if (!template || !main || main.ariaBusy) return;
  const shape = document.createElement('main');
  shape.id = main.id;
  shape.ariaBusy = 'true';
  shape.ariaLabel = 'Loading';
  shape.append(template.content.cloneNode(true));
  main.replaceWith(shape);
  scrollTo(0, 0);
  // What comes back from the browser's memory comes back whole.
  addEventListener('pageshow', ({ persisted }) => persisted && shape.replaceWith(main));
}
