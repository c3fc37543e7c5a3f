import { BLOG } from '#content/site.ts';
import { getPostPath, type PostSummary } from '#domain/blog.ts';
import { buttonVariants } from '#app/ui/key.tsx';
import { PriceDisplay } from '#app/ui/price-flags.tsx';

import { FormattedDate } from './day.tsx';

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
      <h2 className="post-card-title">{title}</h2>
      <p className="muted">{metaDescription}</p>
      <p className="post-card-foot small">
        <FormattedDate date={publishedAt} className="faint" />
        <a className="link post-card-link" href={getPostPath(slug)} data-skeleton="blog-post">
          Read more<span className="vh"> about {title}</span>
        </a>
      </p>
    </li>
  );
}

const NoPosts = () => (
  <section className="sheet pad blank">
    <PriceDisplay text="0" />
    <h2 className="h2">No posts yet</h2>
    <p className="muted">What we find out about selling from one page will stand here.</p>
    <a className={buttonVariants()} href="/">
      Back to home
    </a>
  </section>
);
