import { ArrowLeft } from 'lucide-react';

import { buttonVariants } from '#app/components/button.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { blogMessages } from '#content/messages/blog.ts';
import { siteMessages } from '#content/messages/site.ts';
import { BLOG } from '#content/site.ts';
import { TEAM } from '#content/team.ts';
import { getPostPath, type PostSummary, countReadingMinutes, type Post, type RelatedPost } from '#domain/blog-post.ts';
import { formatLongDate, formatShortDate } from '#domain/format-date.ts';

type FormattedDateProps = { date: Date | null; isShort?: boolean; className?: string };

/** A date in a <time> element. Renders nothing without a date. */
const FormattedDate = ({ date, isShort, className }: FormattedDateProps) =>
  date && (
    <time className={className} dateTime={date.toISOString().slice(0, 10)}>
      {isShort ? formatShortDate(date) : formatLongDate(date)}
    </time>
  );

type BlogPostProps = {
  post: Pick<Post, 'title' | 'metaDescription' | 'content' | 'publishedAt'>;
  related: readonly RelatedPost[];
};

/** Every post is written by the founders. */
const AUTHORS = new Intl.ListFormat('en').format(TEAM.map(({ name }) => name));

export function BlogPost({ post, related }: BlogPostProps) {
  return (
    <main id="main" className="wrap">
      <article className="post">
        <PostHeader {...post} />
        {/* The server sanitizes the HTML. */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: post.content }} />
      </article>
      <aside className="post__related" aria-label={blogMessages.related}>
        {related.length > 0 && <RelatedPosts posts={related} />}
        <a className={buttonVariants()} href="/blog" data-skeleton="blog-list">
          <ArrowLeft className="i" aria-hidden="true" />
          {blogMessages.backToList}
        </a>
      </aside>
    </main>
  );
}

const BYLINE_TAGS = {
  link: (text: string) => (
    <a className="link" href="/about" rel="author">
      {text}
    </a>
  ),
};

const PostHeader = ({ title, metaDescription, content, publishedAt }: BlogPostProps['post']) => (
  <header className="post__header">
    <nav className="crumbs" aria-label={blogMessages.breadcrumb}>
      <ol>
        <li>
          <a href="/">{siteMessages.home}</a>
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
    <p className="post__meta small muted">
      <span>
        <RichText text={blogMessages.byline({ authors: AUTHORS })} tags={BYLINE_TAGS} />
      </span>
      <span className="post__date">
        <FormattedDate date={publishedAt} />
        {publishedAt && ' · '}
        <span>{blogMessages.readingTime({ minutes: countReadingMinutes(content) })}</span>
      </span>
    </p>
  </header>
);

const RelatedPosts = ({ posts }: { posts: readonly RelatedPost[] }) => (
  <>
    <h2 className="h2">{blogMessages.related}</h2>
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

/** Published posts as cards. The whole card is clickable. */
export function BlogList({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <main id="main" className="blog">
      <header className="blog-top on-enamel">
        <div className="wrap">
          <h1 className="d2">{BLOG.title}</h1>
          <p className="lead">{BLOG.lead}</p>
        </div>
      </header>
      <div className="wrap">
        {posts.length > 0 ? (
          <ul className="post-cards">
            {posts.map((post) => (
              <PostCard key={post.id} {...post} />
            ))}
          </ul>
        ) : (
          <NoPosts />
        )}
      </div>
    </main>
  );
}

function PostCard({ slug, title, metaDescription, publishedAt }: PostSummary) {
  return (
    <li className="sheet post-card">
      <h2 className="post-card__title">{title}</h2>
      <p className="muted">{metaDescription}</p>
      <p className="post-card__footer small">
        <FormattedDate date={publishedAt} className="faint" />
        <a className="link post-card__link" href={getPostPath(slug)} data-skeleton="blog-post">
          <RichText
            text={blogMessages.readMore({ title })}
            tags={{ hidden: (text) => <span className="vh">{text}</span> }}
          />
        </a>
      </p>
    </li>
  );
}

const NoPosts = () => (
  <section className="sheet pad blank">
    <PriceDisplay text="0" />
    <h2 className="h2">{blogMessages.empty.title}</h2>
    <p className="muted">{blogMessages.empty.text}</p>
    <a className={buttonVariants()} href="/">
      {siteMessages.errors.home}
    </a>
  </section>
);
