import { BLOG } from '#content/site.ts';
import { postPath, type PostSummary } from '#domain/blog.ts';
import { keyClass } from '#app/ui/key.tsx';
import { PriceFlags } from '#app/ui/price-flags.tsx';

import { Day } from './day.tsx';

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
        <Day of={publishedAt} className="faint" />
        <a className="link post-card-link" href={postPath(slug)} data-skeleton="blog-post">
          Read more<span className="vh"> about {title}</span>
        </a>
      </p>
    </li>
  );
}

const NoPosts = () => (
  <section className="sheet pad blank">
    <PriceFlags text="0" />
    <h2 className="h2">No posts yet</h2>
    <p className="muted">What we find out about selling from one page will stand here.</p>
    <a className={keyClass()} href="/">
      Back to home
    </a>
  </section>
);
