import { PriceFlags } from '#app/ui/price-flags.tsx';
import type { Analytics } from '#domain/analytics.ts';

import { ChangeLine } from './change-line.tsx';
import { DefinitionKey } from './definition-key.tsx';
import { DEFINITIONS } from './definitions.ts';
import { figureList, revenueOf, type ShownFigure } from './figure-list.ts';
import { MoneyPop } from './money-pop.tsx';
import { usdText } from './usd-text.ts';

/** Font size by the length of the amount. */
const plateSize = (text: string): string => {
  if (text.length <= 8) return '3rem';
  if (text.length <= 10) return '2.5rem';
  return text.length <= 12 ? '2rem' : '1.375rem';
};

function Figure({ figure }: { figure: ShownFigure }) {
  const { id, value, change, bad, beside } = figure;
  return (
    <div className="an-figure" data-figure={id}>
      <dt>
        {DEFINITIONS[id].name}
        <DefinitionKey of={id} />
      </dt>
      <dd>
        <span className="fig">{value}</span>
        {beside !== undefined && beside !== 0 && <span className="an-beside num neg">{usdText(beside)}</span>}
        {change && <ChangeLine change={change} bad={bad ?? false} />}
      </dd>
    </div>
  );
}

/** Metrics of the period: revenue large, the others beside it. */
export function FiguresSheet({ analytics: { figures, before } }: { analytics: Analytics }) {
  const revenue = revenueOf(figures, before?.figures ?? null);
  return (
    <section className="sheet an-figures" aria-label="Figures">
      <dl>
        <div className="an-revenue" data-figure="net">
          <dt>
            {DEFINITIONS.net.name} <span className="faint">in US dollars</span>
            <DefinitionKey of="net" />
          </dt>
          <dd>
            <PriceFlags text={revenue.value} size={plateSize(revenue.value)} />
            {revenue.change && <ChangeLine change={revenue.change} />}
            <MoneyPop money={figures.money} />
          </dd>
        </div>
        {figureList(figures, before?.figures ?? null).map((figure) => (
          <Figure key={figure.id} figure={figure} />
        ))}
      </dl>
    </section>
  );
}
