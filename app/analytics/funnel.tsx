import { countText } from '#app/ui/count-text.ts';
import type { Figures } from '#domain/analytics.ts';

import { shareOf, shareText } from './change-words.ts';

type Step = { label: string; value: number; /** Share of the previous step, as text. */ of: string | null };

function stepsOf({ views, visitors, started, paid }: Figures): Step[] {
  const of = (part: number, whole: number, words: string) => `${shareText(shareOf(part, whole))} of ${words}`;
  const each = shareOf(views, visitors);
  return [
    {
      label: 'Views',
      value: views,
      of: each === null ? null : `${Number(each.toFixed(1))} for each visitor`,
    },
    { label: 'Visitors', value: visitors, of: null },
    { label: 'Started', value: started, of: of(started, visitors, 'visitors') },
    { label: 'Paid', value: paid, of: of(paid, started, 'those started') },
  ];
}

/** Conversion funnel from views to orders. */
export function Funnel({ figures }: { figures: Figures }) {
  const steps = stepsOf(figures);
  const most = Math.max(1, ...steps.map(({ value }) => value));
  return (
    <section className="sheet an-funnel" aria-labelledby="an-funnel">
      <h2 className="h2" id="an-funnel">
        From a look to an order
      </h2>
      <ol>
        {steps.map(({ label, value, of }) => (
          <li key={label}>
            <p>
              <span>{label}</span> <b className="fig">{countText(value)}</b>
            </p>
            <span
              className="an-step"
              style={{ '--share': value / most } as React.CSSProperties}
              aria-hidden="true"
            />
            <p className="small muted num">{of ?? ' '}</p>
          </li>
        ))}
      </ol>
      <p className="an-funnel-sum small">
        <span className="muted">Conversion</span> <i className="dots" />
        <b className="num">{shareText(shareOf(figures.paid, figures.visitors))}</b>
      </p>
    </section>
  );
}
