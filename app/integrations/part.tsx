import type { ReactNode } from 'react';

type Props = { id: string; title: string; about: ReactNode; act?: ReactNode; children: ReactNode };

/** Section of the page: title, description, action and content. */
export function Part({ id, title, about, act, children }: Props) {
  return (
    <section className="hook-part" id={id} aria-labelledby={`${id}-title`}>
      <div className="hook-part-head">
        <div>
          <h2 className="h2" id={`${id}-title`}>
            {title}
          </h2>
          <p className="muted small">{about}</p>
        </div>
        {act}
      </div>
      {children}
    </section>
  );
}
