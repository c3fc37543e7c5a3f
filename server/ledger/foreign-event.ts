/** A Stripe object carries the id of an attempt that it does not belong to. It is never applied and never retried. */
export class ForeignObjectError extends Error {
  override name = 'ForeignObjectError';
}
