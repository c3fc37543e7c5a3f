/** What names an attempt of ours and is not its own: never acted on, and never asked for again. */
export class ForeignEvent extends Error {
  override name = 'ForeignEvent';
}
