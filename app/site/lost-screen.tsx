import type { ReactNode } from 'react';

import { TillDrawing } from '#app/ui/till-drawing.tsx';

type Props = { title: string; text: string; figure: string; children: ReactNode };

/** An error page with an illustration that shows the status code. */
export function LostScreen({ title, text, figure, children }: Props) {
  return (
    <main id="main" className="lost on-enamel">
      <div className="wrap">
        <div className="lost-words">
          <h1 className="d2">{title}</h1>
          <p className="lead">{text}</p>
          <div className="acts">{children}</div>
        </div>
        <TillDrawing figure={figure} label={`A till showing ${figure}`} />
      </div>
    </main>
  );
}

export const NOT_FOUND = {
  title: 'Oops! Page not found',
  text: 'No sale. The address may have a typo in it, or the page was taken off the counter.',
  figure: '404',
} as const;
