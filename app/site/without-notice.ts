/** Returns the URL without its notice, for the current history entry. */
export function removeNoticeParam(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('notice');
  return `${url.pathname}${url.search}${url.hash}`;
}
