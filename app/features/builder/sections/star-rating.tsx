import { Star } from 'lucide-react';
import { useState } from 'react';

import { builderSectionMessages } from '#content/messages/builder-sections.ts';

const messages = builderSectionMessages.rating;

export const MAX_STARS = 5;

/** Describes a rating: `4 of 5, good`. Whole stars from 0 to 5. */
export function getRatingLabel(rating: number): string {
  const stars = Math.min(MAX_STARS, Math.max(0, Math.round(rating)));
  return messages.value({ stars, max: MAX_STARS, name: messages.names[stars] ?? '' });
}

const RATINGS = [1, 2, 3, 4, 5] as const;

export const StarRating = ({ rating }: { rating: number }) => (
  <span className="builder-star-rating" role="img" aria-label={getRatingLabel(rating)}>
    {RATINGS.map((stars) => (
      <Star key={stars} className="i" data-lit={stars <= rating} aria-hidden="true" />
    ))}
  </span>
);

type RatingFieldProps = { rating: number; onChange: (rating: number) => void };

/** Rating as native radio inputs drawn as stars; the star under the pointer previews its rating. */
export function RatingField({ rating, onChange }: RatingFieldProps) {
  const [hovered, setHovered] = useState<number | null>(null);
  const displayed = hovered ?? rating;
  return (
    <fieldset className="choice-fieldset field">
      <legend>{messages.label}</legend>
      <div className="rating-field" onPointerLeave={() => setHovered(null)}>
        {RATINGS.map((stars) => (
          <label key={stars} onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHovered(stars)}>
            <input
              type="radio"
              name="rating"
              value={stars}
              checked={stars === rating}
              onChange={() => onChange(stars)}
            />
            <Star className="i" data-lit={stars <= displayed} aria-hidden="true" />
            <span className="vh">{getRatingLabel(stars)}</span>
          </label>
        ))}
        <span className="small num" aria-hidden="true">
          {getRatingLabel(displayed)}
        </span>
      </div>
    </fieldset>
  );
}
