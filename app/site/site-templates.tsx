import { ToastCard } from '#app/ui/toast-card.tsx';

const nothing = () => undefined;

const Card = () => (
  <div className="sheet sk-card">
    <div className="sk tall w9" />
    <div className="sk tall w5" />
    <div className="sk" />
    <div className="sk w7" />
    <div className="sk w3" />
  </div>
);

const LINES = ['w9', '', 'w9', '', 'w7', '', 'w9', '', 'w5'];

/** Templates for the script: toasts, and skeletons of the blog pages. */
export function SiteTemplates() {
  return (
    <>
      <section className="toaster site-toasts" aria-label="Notifications" aria-live="polite" />
      <template id="toast">
        <ToastCard title="-" message="-" onClose={nothing} />
      </template>
      <template id="toast-red">
        <ToastCard title="-" message="-" destructive onClose={nothing} />
      </template>
      <template id="skeleton-blog-list">
        <div className="wrap sk-page">
          <div className="sk sk-title" />
          <div className="sk-cards">
            {Array.from({ length: 6 }, (_, place) => (
              <Card key={place} />
            ))}
          </div>
        </div>
      </template>
      <template id="skeleton-blog-post">
        <div className="wrap sk-page">
          <div className="sk-article">
            <div className="sk w3" />
            <div className="sk sk-title" />
            {LINES.map((width, place) => (
              <div key={place} className={`sk ${width}`} />
            ))}
          </div>
        </div>
      </template>
    </>
  );
}
