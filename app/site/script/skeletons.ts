const SKELETON_DELAY_MS = 100;

/** Shows a placeholder page when a link with a skeleton takes longer than `SKELETON_DELAY_MS`. */
export function enableSkeletons(): void {
  let timer: number;
  document.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-skeleton]') : null;
    if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || altKey || defaultPrevented) return;
    clearTimeout(timer);
    timer = window.setTimeout(showSkeleton, SKELETON_DELAY_MS, link.dataset.skeleton);
  });
  addEventListener('pagehide', () => clearTimeout(timer));
}

function showSkeleton(name: string): void {
  const template = document.querySelector<HTMLTemplateElement>(`#skeleton-${name}`);
  const main = document.querySelector('main');
  if (!template || !main || main.ariaBusy) return;
  const skeleton = document.createElement('main');
  skeleton.id = main.id;
  skeleton.ariaBusy = 'true';
  skeleton.ariaLabel = 'Loading';
  skeleton.append(template.content.cloneNode(true));
  main.replaceWith(skeleton);
  scrollTo(0, 0);
  // A restore from the back/forward cache shows the original content.
  addEventListener('pageshow', ({ persisted }) => persisted && skeleton.replaceWith(main));
}
