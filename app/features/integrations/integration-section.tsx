import type { ReactNode } from 'react';

type Props = { id: string; title: string; description: ReactNode; action?: ReactNode; children: ReactNode };

/** Section of the page: title, description, action and content. */
export function IntegrationSection({ id, title, description, action, children }: Props) {
  return (
    <section className="integration-section" id={id} aria-labelledby={`${id}-title`}>
      <div className="integration-section__header">
        <div>
          <h2 className="h2" id={`${id}-title`}>
            {title}
          </h2>
          <p className="muted small">{description}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
