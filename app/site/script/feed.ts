/** Animates the preview when another layout is selected, but not at the first view. */
export function animateLayoutChange(): void {
  document.addEventListener('change', ({ target }) => {
    const machine = target instanceof Element ? target.closest<HTMLElement>('.machine') : null;
    if (machine) machine.dataset.fed = 'true';
  });
}
