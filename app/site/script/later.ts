/** Loads stylesheets that the first view does not need. */
export function loadDeferredStylesheets(): void {
  const apply = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-later]')) link.media = 'all';
  };
  if (document.readyState === 'complete') apply();
  else addEventListener('load', apply, { once: true });
}
