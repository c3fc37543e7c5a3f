import { ArrowLeft } from 'lucide-react';

import { BLOG } from '#content/site.ts';
import { TEAM } from '#content/team.ts';
import { postPath, readingMinutes, type Post, type RelatedPost } from '#domain/blog.ts';
import { keyClass } from '#app/ui/key.tsx';

import { Day } from './day.tsx';

type Props = {
  post: Pick<Post, 'title' | 'metaDescription' | 'content' | 'publishedAt'>;
  related: readonly RelatedPost[];
};

/** Every post is written by the founders. */
const AUTHORS = TEAM.map(({ name }) => name).join(' and ');

export function BlogPost({ post, related }: Props) {
  return (
    <main id="main" className="wrap">
      <article className="post">
        <PostHead {...post} />
        {/* The server sanitizes the HTML. */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: post.content }} />
      </article>
      <aside className="post-related" aria-label="Related articles">
        {related.length > 0 && <Related posts={related} />}
        <a className={keyClass()} href="/blog" data-skeleton="blog-list">
          <ArrowLeft className="i" aria-hidden="true" />
          Back to all posts
        </a>
      </aside>
    </main>
  );
}

const PostHead = ({ title, metaDescription, content, publishedAt }: Props['post']) => (
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
        <Day of={publishedAt} />
        {publishedAt && ' · '}
        <span>{readingMinutes(content)} min</span>
      </span>
    </p>
  </header>
);

const Related = ({ posts }: { posts: readonly RelatedPost[] }) => (
  <>
    <h2 className="h2">Related</h2>
    <ul>
      {posts.map(({ slug, title, metaDescription, publishedAt }) => (
        <li key={slug}>
          <a className="h3" href={postPath(slug)} data-skeleton="blog-post">
            {title}
          </a>
          <p className="small muted">{metaDescription}</p>
          <p className="small faint">
            <Day of={publishedAt} short />
          </p>
        </li>
      ))}
    </ul>
  </>
);
