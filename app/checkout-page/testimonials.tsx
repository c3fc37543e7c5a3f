import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { initialsOf, TESTIMONIALS_SHOWN, type Testimonial } from '#domain/testimonial.ts';

import { Stars } from './marks.tsx';

const Quote = ({ name, role, rating, text }: Testimonial) => (
  <figure dir="auto">
    <Stars rating={rating} />
    <blockquote>{text}</blockquote>
    <figcaption>
      <span className="co-who" aria-hidden="true">
        {initialsOf(name)}
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
  const shown = testimonials.enabled ? testimonials.items.slice(0, TESTIMONIALS_SHOWN[layout]) : [];
  if (shown.length === 0) return null;
  return (
    <section
      className="co-said"
      aria-label="What buyers say"
      data-field="testimonials"
      data-count={shown.length}
    >
      {shown.map((item, place) => (
        <Quote key={place} {...item} />
      ))}
    </section>
  );
}
