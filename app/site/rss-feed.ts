import { BLOG, SITE } from '#content/site.ts';
import { postPath, type PostSummary } from '#domain/blog.ts';

// oxlint-disable-next-line no-control-regex -- XML cannot represent these characters
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const xmlText = (text: string): string =>
  text.replace(UNWRITABLE, '').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

const tag = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

const dated = (name: string, date: Date | null | undefined): string =>
  date ? tag(name, date.toUTCString()) : '';

/** Creates the RSS 2.0 feed. Expects the newest post first. */
export function rssFeed(posts: readonly PostSummary[], appUrl: string): string {
  const items = posts.map(({ slug, title, metaDescription, publishedAt }) => {
    const url = appUrl + postPath(slug);
    const parts = [tag('title', title), tag('link', url), tag('guid', url), dated('pubDate', publishedAt)];
    return `<item>${parts.join('')}${tag('description', metaDescription)}</item>`;
  });
  const head = [
    tag('title', `${SITE.name}: ${BLOG.title}`),
    tag('link', `${appUrl}/blog`),
    tag('description', BLOG.description),
    tag('language', 'en'),
    dated('lastBuildDate', posts[0]?.publishedAt),
    `<atom:link href="${xmlText(appUrl)}/rss.xml" rel="self" type="application/rss+xml"/>`,
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${head.join('')}
${items.join('\n')}
</channel></rss>
`;
}
