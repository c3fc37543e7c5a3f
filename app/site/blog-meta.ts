import type { MetaDescriptor } from 'react-router';

import { BLOG, SITE } from '#content/site.ts';
import type { Post } from '#domain/blog.ts';

import { pageMeta, titled } from './page-meta.ts';

const feedLink = (appUrl: string): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: `${SITE.name}: ${BLOG.title}`,
  href: `${appUrl}/rss.xml`,
});

type Crumb = { name: string; item: string };

const breadcrumb = (crumbs: readonly Crumb[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map((crumb, place) => ({ '@type': 'ListItem', position: place + 1, ...crumb })),
});

const crumbsTo = (appUrl: string): Crumb[] => [
  { name: 'Home', item: `${appUrl}/` },
  { name: BLOG.title, item: `${appUrl}/blog` },
];

export const listMeta = (appUrl: string): MetaDescriptor[] => [
  ...pageMeta({ title: titled(BLOG.title), description: BLOG.description, url: `${appUrl}/blog` }),
  feedLink(appUrl),
  { 'script:ld+json': breadcrumb(crumbsTo(appUrl)) },
];

export type PostHead = Pick<Post, 'slug' | 'title' | 'metaDescription' | 'publishedAt' | 'updatedAt'>;

export function postMeta(post: PostHead, appUrl: string): MetaDescriptor[] {
  const url = `${appUrl}/blog/${post.slug}`;
  const published = post.publishedAt?.toISOString();
  const modified = post.updatedAt.toISOString();
  return [
    ...pageMeta({ title: titled(post.title), description: post.metaDescription, url, type: 'article' }),
    ...(published ? [{ property: 'article:published_time', content: published }] : []),
    { property: 'article:modified_time', content: modified },
    feedLink(appUrl),
    { 'script:ld+json': articleOf(post, url, appUrl) },
    { 'script:ld+json': breadcrumb([...crumbsTo(appUrl), { name: post.title, item: url }]) },
  ];
}

function articleOf(post: PostHead, url: string, appUrl: string) {
  const publisher = { '@type': 'Organization', name: SITE.name, url: `${appUrl}/` };
  return {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: post.title,
    description: post.metaDescription,
    ...(post.publishedAt ? { datePublished: post.publishedAt.toISOString() } : {}),
    dateModified: post.updatedAt.toISOString(),
    author: { ...publisher, url: `${appUrl}/about` },
    publisher,
    mainEntityOfPage: url,
    inLanguage: 'en',
  };
}
