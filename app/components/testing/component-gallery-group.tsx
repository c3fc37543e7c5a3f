import type { ReactNode } from 'react';

/** A section of the gallery. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="sheet pad" style={{ display: 'grid', gap: 16, alignContent: 'start', minWidth: 0 }}>
      <h3 className="h2">{title}</h3>
      {children}
    </section>
  );
}

export const Row = ({ children }: { children: ReactNode }) => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>{children}</div>
);
