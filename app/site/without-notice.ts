/** The same address without its notice, for the history entry that remains. */
export function withoutNotice(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('notice');
  return `${url.pathname}${url.search}${url.hash}`;
}
