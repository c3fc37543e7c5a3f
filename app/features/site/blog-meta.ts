import type { MetaDescriptor } from 'react-router';

import { BLOG, SITE } from '#content/site.ts';
import { TEAM } from '#content/team.ts';
import { getPostPath, type Post } from '#domain/blog-post.ts';

import { pageMeta, withSiteName } from './page-meta.ts';
import { breadcrumbsJsonLd, createJsonLd } from './structured-data.ts';

const BLOG_BREADCRUMB = { name: BLOG.title, path: '/blog' };

const createFeedLink = (appUrl: string): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: `${SITE.name}: ${BLOG.title}`,
  href: `${appUrl}/rss.xml`,
});

export const blogListMeta = (appUrl: string): MetaDescriptor[] => [
  ...pageMeta({ title: withSiteName(BLOG.title), description: BLOG.description, url: `${appUrl}/blog` }),
  createFeedLink(appUrl),
  breadcrumbsJsonLd(appUrl, [BLOG_BREADCRUMB]),
];

type PostMetaFields = Pick<Post, 'slug' | 'title' | 'metaDescription' | 'publishedAt' | 'updatedAt'>;

export function blogPostMeta(post: PostMetaFields, appUrl: string): MetaDescriptor[] {
  const { slug, title, metaDescription } = post;
  const path = getPostPath(slug);
  const published = post.publishedAt?.toISOString();
  const modified = post.updatedAt.toISOString();
  return [
    ...pageMeta({
      title: withSiteName(title),
      description: metaDescription,
      url: appUrl + path,
      type: 'article',
    }),
    ...(published ? [{ property: 'article:published_time', content: published }] : []),
    { property: 'article:modified_time', content: modified },
    createFeedLink(appUrl),
    breadcrumbsJsonLd(appUrl, [BLOG_BREADCRUMB, { name: title, path }]),
    createJsonLd('Article', {
      headline: title,
      description: metaDescription,
      ...(published ? { datePublished: published } : {}),
      dateModified: modified,
      author: TEAM.map(({ name }) => ({ '@type': 'Person', name, url: `${appUrl}/about` })),
      publisher: { '@type': 'Organization', name: SITE.name, url: `${appUrl}/` },
      mainEntityOfPage: appUrl + path,
      inLanguage: 'en',
    }),
  ];
}
