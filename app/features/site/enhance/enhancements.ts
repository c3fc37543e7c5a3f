import { siteScriptMessages } from '#content/messages/site-script.ts';

import { toast } from './toast.ts';

/** Handles clicks on Sign out. Loads the auth client only then. The home page shows the notice. */
export function enableSignOutButtons(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-sign-out]') : null;
    if (!button || button.ariaBusy) return;
    const label = button.textContent;
    button.ariaBusy = 'true';
    button.textContent = siteScriptMessages.signingOut;
    const restoreButton = () => {
      button.ariaBusy = null;
      button.textContent = label;
    };
    signOutAndLeave(restoreButton).catch(() => {
      restoreButton();
      toast(siteScriptMessages.signOutFailed, { destructive: true });
    });
  });
}

async function signOutAndLeave(restoreButton: () => void): Promise<void> {
  const { countUnsavedPages: countUnsaved } = await import('#app/lib/session/unsaved-changes.ts');
  const { signOut } = await import('#app/lib/session/session.ts');
  const { unsavedChanges } = (await import('#content/messages/session.ts')).sessionMessages;
  const unsavedPages = await countUnsaved();
  if (
    unsavedPages > 0 &&
    !window.confirm(`${unsavedChanges.title}\n\n${unsavedChanges.message({ pages: unsavedPages })}`)
  )
    return restoreButton();
  // The session of this browser has ended, even if the server did not answer.
  await signOut().catch(() => undefined);
  location.assign('/?notice=signed-out');
}

/** Returns the URL without its notice, for the current history entry. */
export function removeNoticeParam(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('notice');
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Shows the notice as a toast and removes it from the URL, so that a reload does not repeat it. */
export function showNoticeToast(): void {
  const notice = document.querySelector<HTMLElement>('.notice');
  if (!notice) return;
  const [title, message] = notice.querySelectorAll('b, span');
  toast(
    { title: title?.textContent ?? '', message: message?.textContent ?? '' },
    { destructive: notice.dataset.destructive === 'true' },
  );
  notice.remove();
  history.replaceState(history.state, '', removeNoticeParam(location.href));
}

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
  skeleton.ariaLabel = siteScriptMessages.loading;
  skeleton.append(template.content.cloneNode(true));
  main.replaceWith(skeleton);
  scrollTo(0, 0);
  // A restore from the back/forward cache shows the original content.
  addEventListener('pageshow', ({ persisted }) => persisted && skeleton.replaceWith(main));
}

/** Closes the other questions of a section when one opens, for browsers without `<details name>`. */
export function keepOneQuestionOpen(): void {
  document.addEventListener('toggle', closeOthers, true);
}

function closeOthers({ target }: Event): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open) return;
  const open = target.closest('.questions')?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [];
  for (const other of open) if (other !== target) other.open = false;
}

/** Loads stylesheets that the first view does not need. */
export function loadDeferredStylesheets(): void {
  const apply = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-later]')) link.media = 'all';
  };
  if (document.readyState === 'complete') apply();
  else addEventListener('load', apply, { once: true });
}

/** Animates the preview when another layout is selected, but not at the first view. */
export function animateLayoutChange(): void {
  document.addEventListener('change', ({ target }) => {
    const machine = target instanceof Element ? target.closest<HTMLElement>('.machine') : null;
    if (machine) machine.dataset.fed = 'true';
  });
}

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
