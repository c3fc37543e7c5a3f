import type { ReactNode } from 'react';

type Props = { id: string; title: string; children: ReactNode };

/** A card of the order's page. */
export const OrderSection = ({ id, title, children }: Props) => (
  <section className="sheet pad" aria-labelledby={id}>
    <h2 className="h2 order-section__title" id={id}>
      {title}
    </h2>
    {children}
  </section>
);
