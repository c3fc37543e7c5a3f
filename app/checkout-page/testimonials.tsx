import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { getInitials, TESTIMONIALS_PER_LAYOUT, type Testimonial } from '#domain/testimonial.ts';

import { StarRating } from './marks.tsx';

const Quote = ({ name, role, rating, text }: Testimonial) => (
  <figure dir="auto">
    <StarRating rating={rating} />
    <blockquote>{text}</blockquote>
    <figcaption>
      <span className="co-who" aria-hidden="true">
        {getInitials(name)}
      </span>
      <span>
        <b>
          <bdi>{name}</bdi>
        </b>
        {role && <bdi>{role}</bdi>}
      </span>
    </figcaption>
  </figure>
);

export function Testimonials({ layout, testimonials }: PublicCheckoutConfig) {
  const shown = testimonials.enabled ? testimonials.items.slice(0, TESTIMONIALS_PER_LAYOUT[layout]) : [];
  if (shown.length === 0) return null;
  return (
    <section className="co-said" aria-label="What buyers say" data-field="testimonials" data-count={shown.length}>
      {shown.map((item, index) => (
        <Quote key={index} {...item} />
      ))}
    </section>
  );
}
