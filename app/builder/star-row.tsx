import { Star } from 'lucide-react';
import { useState } from 'react';

import { starWords } from './star-words.ts';

const RATINGS = [1, 2, 3, 4, 5] as const;

export const StarRow = ({ rating }: { rating: number }) => (
  <span className="b-stars" role="img" aria-label={starWords(rating)}>
    {RATINGS.map((place) => (
      <Star key={place} className="i" data-lit={place <= rating} aria-hidden="true" />
    ))}
  </span>
);

type Props = { rating: number; onChange: (rating: number) => void };

/** Rating as native radio inputs drawn as stars; the star under the pointer previews its rating. */
export function RatingField({ rating, onChange }: Props) {
  const [pointed, setPointed] = useState<number | null>(null);
  const drawn = pointed ?? rating;
  return (
    <fieldset className="b-choice field">
      <legend>Rating</legend>
      <div className="b-rating" onPointerLeave={() => setPointed(null)}>
        {RATINGS.map((place) => (
          <label
            key={place}
            onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setPointed(place)}
          >
            <input
              type="radio"
              name="rating"
              value={place}
              checked={place === rating}
              onChange={() => onChange(place)}
            />
            <Star className="i" data-lit={place <= drawn} aria-hidden="true" />
            <span className="vh">{starWords(place)}</span>
          </label>
        ))}
        <span className="small num" aria-hidden="true">
          {starWords(drawn)}
        </span>
      </div>
    </fieldset>
  );
}
