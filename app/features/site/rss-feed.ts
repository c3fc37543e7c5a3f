import { BLOG, SITE } from '#content/site.ts';
import { getPostPath, type PostSummary } from '#domain/blog-post.ts';

// oxlint-disable-next-line no-control-regex -- XML cannot represent these characters
const INVALID_XML_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string =>
  text.replace(INVALID_XML_CHARACTERS, '').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

const createTag = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const createDateTag = (name: string, date: Date | null | undefined): string =>
  date ? createTag(name, date.toUTCString()) : '';

/** Creates the RSS 2.0 feed. Expects the newest post first. */
export function createRssFeed(posts: readonly PostSummary[], appUrl: string): string {
  const items = posts.map(({ slug, title, metaDescription, publishedAt }) => {
    const url = appUrl + getPostPath(slug);
    const itemTags = [
      createTag('title', title),
      createTag('link', url),
      createTag('guid', url),
      createDateTag('pubDate', publishedAt),
    ];
    return `<item>${itemTags.join('')}${createTag('description', metaDescription)}</item>`;
  });
  const channelTags = [
    createTag('title', `${SITE.name}: ${BLOG.title}`),
    createTag('link', `${appUrl}/blog`),
    createTag('description', BLOG.description),
    createTag('language', 'en'),
    createDateTag('lastBuildDate', posts[0]?.publishedAt),
    `<atom:link href="${escapeXml(appUrl)}/rss.xml" rel="self" type="application/rss+xml"/>`,
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${channelTags.join('')}
${items.join('\n')}
</channel></rss>
`;
}
