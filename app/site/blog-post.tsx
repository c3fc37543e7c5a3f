import { ArrowLeft } from 'lucide-react';

import { BLOG } from '#content/site.ts';
import { TEAM } from '#content/team.ts';
import { getPostPath, countReadingMinutes, type Post, type RelatedPost } from '#domain/blog.ts';
import { buttonVariants } from '#app/ui/key.tsx';

import { FormattedDate } from './day.tsx';

type BlogPostProps = {
  post: Pick<Post, 'title' | 'metaDescription' | 'content' | 'publishedAt'>;
  related: readonly RelatedPost[];
};

/** Every post is written by the founders. */
const AUTHORS = TEAM.map(({ name }) => name).join(' and ');

export function BlogPost({ post, related }: BlogPostProps) {
  return (
    <main id="main" className="wrap">
      <article className="post">
        <PostHeader {...post} />
        {/* The server sanitizes the HTML. */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: post.content }} />
      </article>
      <aside className="post-related" aria-label="Related articles">
        {related.length > 0 && <RelatedPosts posts={related} />}
        <a className={buttonVariants()} href="/blog" data-skeleton="blog-list">
          <ArrowLeft className="i" aria-hidden="true" />
          Back to all posts
        </a>
      </aside>
    </main>
  );
}

const PostHeader = ({ title, metaDescription, content, publishedAt }: BlogPostProps['post']) => (
  <header className="post-head">
    <nav className="crumbs" aria-label="Breadcrumb">
      <ol>
        <li>
          <a href="/">Home</a>
        </li>
        <li>
          <a href="/blog" data-skeleton="blog-list">
            {BLOG.title}
          </a>
        </li>
        <li>
          <span aria-current="page">{title}</span>
        </li>
      </ol>
    </nav>
    <h1 className="d2">{title}</h1>
    <p className="lead muted">{metaDescription}</p>
    <p className="post-facts small muted">
      <span>
        By{' '}
        <a className="link" href="/about" rel="author">
          {AUTHORS}
        </a>
      </span>
      <span className="post-when">
        <FormattedDate date={publishedAt} />
        {publishedAt && ' · '}
        <span>{countReadingMinutes(content)} min</span>
      </span>
    </p>
  </header>
);

const RelatedPosts = ({ posts }: { posts: readonly RelatedPost[] }) => (
  <>
    <h2 className="h2">Related</h2>
    <ul>
      {posts.map(({ slug, title, metaDescription, publishedAt }) => (
        <li key={slug}>
          <a className="h3" href={getPostPath(slug)} data-skeleton="blog-post">
            {title}
          </a>
          <p className="small muted">{metaDescription}</p>
          <p className="small faint">
            <FormattedDate date={publishedAt} isShort />
          </p>
        </li>
      ))}
    </ul>
  </>
);
