const PATIENCE_MS = 100;

/** Shows a placeholder page when a link with a skeleton takes longer than `SKELETON_DELAY_MS`. */
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
  // A restore from the back/forward cache shows the original content.
  addEventListener('pageshow', ({ persisted }) => persisted && shape.replaceWith(main));
}
