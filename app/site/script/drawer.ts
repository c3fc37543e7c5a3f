const FOCUSABLE_SELECTOR = 'a[href], button';

/** Turns the popover into a modal dialog: traps the focus, and closes on Escape and on a click outside. */
export function enhanceDrawer(): void {
  const drawer = document.querySelector<HTMLDialogElement>('dialog.drawer');
  const opener = document.querySelector('.bar [popovertarget]');
  if (!drawer || !opener) return;
  drawer.popover = null;
  opener.addEventListener('click', () => drawer.showModal());
  drawer.addEventListener('click', ({ target }) => {
    const isCloseControl = target instanceof Element && target.closest('a, [popovertarget]');
    if (target === drawer || isCloseControl) drawer.close();
  });
  drawer.addEventListener('keydown', (event) => event.key === 'Tab' && wrapFocus(drawer, event));
  matchMedia('(width >= 960px)').addEventListener('change', () => drawer.close());
}

/** Wraps the focus from the last control to the first, and back. */
function wrapFocus(drawer: HTMLElement, event: KeyboardEvent): void {
  const controls = [...drawer.querySelectorAll<HTMLElement>(FOCUSABLE_SELECTOR)].filter((control) =>
    control.checkVisibility(),
  );
  const boundaryControl = event.shiftKey ? controls[0] : controls.at(-1);
  if (document.activeElement !== boundaryControl) return;
  event.preventDefault();
  controls.at(event.shiftKey ? -1 : 0)?.focus();
}
