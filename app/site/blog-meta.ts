import type { MetaDescriptor } from 'react-router';

import { BLOG, SITE } from '#content/site.ts';
import { TEAM } from '#content/team.ts';
import { postPath, type Post } from '#domain/blog.ts';

import { pageMeta, titled } from './page-meta.ts';
import { breadcrumbs, dataBlock } from './structured-data.ts';

const STEP = { name: BLOG.title, path: '/blog' };

const feedLink = (appUrl: string): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/rss+xml',
  title: `${SITE.name}: ${BLOG.title}`,
  href: `${appUrl}/rss.xml`,
});

export const listMeta = (appUrl: string): MetaDescriptor[] => [
  ...pageMeta({ title: titled(BLOG.title), description: BLOG.description, url: `${appUrl}/blog` }),
  feedLink(appUrl),
  breadcrumbs(appUrl, [STEP]),
];

type Facts = Pick<Post, 'slug' | 'title' | 'metaDescription' | 'publishedAt' | 'updatedAt'>;

export function postMeta(post: Facts, appUrl: string): MetaDescriptor[] {
  const { slug, title, metaDescription } = post;
  const path = postPath(slug);
  const published = post.publishedAt?.toISOString();
  const modified = post.updatedAt.toISOString();
  return [
    ...pageMeta({ title: titled(title), description: metaDescription, url: appUrl + path, type: 'article' }),
    ...(published ? [{ property: 'article:published_time', content: published }] : []),
    { property: 'article:modified_time', content: modified },
    feedLink(appUrl),
    breadcrumbs(appUrl, [STEP, { name: title, path }]),
    dataBlock('Article', {
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
