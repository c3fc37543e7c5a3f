/** Paper is fed out of the slot when another layout is chosen, and not before. */
export function feedAtChange(): void {
  document.addEventListener('change', ({ target }) => {
    const machine = target instanceof Element ? target.closest<HTMLElement>('.machine') : null;
    if (machine) machine.dataset.fed = 'true';
  });
}
