/** Copies license keys with the buttons beside them, which a stylesheet hides without script. Only https has a clipboard. */
export const enableCopyButtons = () =>
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
    if (!button || !navigator.clipboard) return;
    void navigator.clipboard.writeText(button.dataset.copy ?? '').then(() => {
      button.textContent = button.dataset.copied ?? '';
    });
  });
