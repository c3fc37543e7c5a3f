import { ToastCard } from '#app/components/toast-card.tsx';
import { siteFrameMessages } from '#content/messages/site-frame.ts';

const noop = () => undefined;

const PostCardSkeleton = () => (
  <div className="sheet page-skeleton__card">
    <div className="sk tall w9" />
    <div className="sk tall w5" />
    <div className="sk" />
    <div className="sk w7" />
    <div className="sk w3" />
  </div>
);

const SKELETON_WIDTHS = ['w9', '', 'w9', '', 'w7', '', 'w9', '', 'w5'];

/** Templates for the script: toasts, and skeletons of the blog pages. */
export function SiteTemplates() {
  return (
    <>
      <section className="toaster site-toasts" aria-label={siteFrameMessages.toasts} aria-live="polite" />
      <template id="toast">
        <ToastCard title="-" message="-" onClose={noop} />
      </template>
      <template id="toast-red">
        <ToastCard title="-" message="-" destructive onClose={noop} />
      </template>
      <template id="skeleton-blog-list">
        <div className="wrap page-skeleton">
          <div className="sk page-skeleton__title" />
          <div className="page-skeleton__cards">
            {Array.from({ length: 6 }, (_, index) => (
              <PostCardSkeleton key={index} />
            ))}
          </div>
        </div>
      </template>
      <template id="skeleton-blog-post">
        <div className="wrap page-skeleton">
          <div className="page-skeleton__article">
            <div className="sk w3" />
            <div className="sk page-skeleton__title" />
            {SKELETON_WIDTHS.map((width, index) => (
              <div key={index} className={`sk ${width}`} />
            ))}
          </div>
        </div>
      </template>
    </>
  );
}
