import type { ReactNode } from 'react';

type FigureCardProps = { id: string; title: string; children: ReactNode };

export const FigureCard = ({ id, title, children }: FigureCardProps) => (
  <section className="sheet figure-card" aria-labelledby={id}>
    <h2 className="h2" id={id}>
      {title}
    </h2>
    {children}
  </section>
);

type FigureListProps = { values: readonly (readonly [name: string, value: string])[]; hint: string };

/** Named values of a card, and a sentence about them. */
export const FigureList = ({ values, hint }: FigureListProps) => (
  <div>
    <dl className="figure-card__figures">
      {values.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="fig">{value}</dd>
        </div>
      ))}
    </dl>
    <p className="small muted">{hint}</p>
  </div>
);
