import { CLAIMS, FURTHER, landedClaims, type ClaimId } from '#content/claims.ts';

import { FEATURE_PICTURES } from './feature-pictures.tsx';

/** This claim has a section of its own. */
const ELSEWHERE: ClaimId = 'first-page';

/** Rows alternate between two wide and three narrow cards. */
const isWide = (place: number): boolean => place % 5 < 2;

/** Feature cards with illustrations. Claims without an illustration are listed below. */
export function Features({ demoUrl }: { demoUrl: string }) {
  const claims = landedClaims(CLAIMS).filter(({ id }) => id !== ELSEWHERE);
  const drawn = claims.filter(({ id }) => FEATURE_PICTURES[id]);
  const further = claims.filter(({ id }) => !FEATURE_PICTURES[id]).map(({ title }) => title.toLowerCase());
  return (
    <section className="wrap sec-end" id="features" aria-labelledby="features-title">
      <h2 className="d2" id="features-title">
        Everything is
        <br />
        on the counter.
      </h2>
      <ul className="features">
        {drawn.map(({ id, title, text }, place) => {
          const Picture = FEATURE_PICTURES[id];
          return (
            <li key={id} className={isWide(place) ? 'sheet wide-sheet' : 'sheet'}>
              <div className="feature-picture" aria-hidden="true">
                {Picture && <Picture demoUrl={demoUrl} />}
              </div>
              <div>
                <h3 className="h2">{title}</h3>
                <p className="muted">{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
      <p className="muted features-further">Also included: {[...further, ...FURTHER].join(', ')}.</p>
    </section>
  );
}
