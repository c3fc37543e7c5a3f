import { Star } from 'lucide-react';

const RATINGS = [1, 2, 3, 4, 5] as const;

export const ratingWords = (rating: number): string => (rating === 1 ? '1 star' : `${rating} stars`);

export const StarRow = ({ rating }: { rating: number }) => (
  <span className="b-stars" aria-hidden="true">
    {RATINGS.map((place) => (
      <Star key={place} className="i" data-lit={place <= rating} />
    ))}
  </span>
);

type Props = { rating: number; onChange: (rating: number) => void };

/** Native radios, one to five, each drawn as its star. */
export function RatingField({ rating, onChange }: Props) {
  return (
    <fieldset className="b-choice field">
      <legend>Rating</legend>
      <div className="b-rating">
        {RATINGS.map((place) => (
          <label key={place}>
            <input
              type="radio"
              name="rating"
              value={place}
              checked={place === rating}
              onChange={() => onChange(place)}
            />
            <Star className="i" data-lit={place <= rating} aria-hidden="true" />
            <span className="vh">{ratingWords(place)}</span>
          </label>
        ))}
        <span className="small num" aria-hidden="true">
          {ratingWords(rating)}
        </span>
      </div>
    </fieldset>
  );
}
