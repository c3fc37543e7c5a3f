import { homeMessages } from '#content/messages/home.ts';
import { CLAIMS, MORE_FEATURES, getImplementedClaims, type ClaimId } from '#content/product-claims.ts';

import { FEATURE_PICTURES } from './feature-pictures.tsx';

/** This claim has a section of its own. */
const SEPARATE_SECTION_CLAIM: ClaimId = 'first-page';

const LIST_FORMAT = new Intl.ListFormat('en');

/** The first row has two wide cards, the second three narrow ones. */
const isWideCard = (index: number): boolean => index < 2;

/** Five cards with illustrations, and a list of the other claims. */
export function FeaturesSection() {
  const claims = getImplementedClaims(CLAIMS).filter(({ id }) => id !== SEPARATE_SECTION_CLAIM);
  const claimsWithPicture = claims.filter(({ id }) => FEATURE_PICTURES[id]);
  const otherClaims = claims.filter(({ id }) => !FEATURE_PICTURES[id]);
  return (
    <section className="wrap sec-end" id="features" aria-labelledby="features-title">
      <h2 className="d2" id="features-title">
        {homeMessages.features.title}
      </h2>
      <ul className="features">
        {claimsWithPicture.map(({ id, title, text }, index) => {
          const Picture = FEATURE_PICTURES[id];
          return (
            <li key={id} className={isWideCard(index) ? 'sheet features__card--wide' : 'sheet'}>
              <div className="feature-picture" aria-hidden="true">
                {Picture && <Picture />}
              </div>
              <div>
                <h3 className="h2">{title}</h3>
                <p className="muted">{text}</p>
              </div>
            </li>
          );
        })}
      </ul>
      <ul className="other-features">
        {otherClaims.map(({ id, title, text }) => (
          <li key={id}>
            <h3 className="h3">{title}</h3>
            <p className="muted">{text}</p>
          </li>
        ))}
      </ul>
      <p className="muted features-further">
        {homeMessages.features.more({ features: LIST_FORMAT.format(MORE_FEATURES) })}
      </p>
    </section>
  );
}
