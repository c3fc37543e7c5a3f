/** One page of a list. `next` is the cursor of the following page; null on the last one. */
export type ListPage<T> = { data: T[]; next: string | null };

/** Result of a list method. `await` returns the first page; `for await` yields the items of all pages. */
export class List<T> implements PromiseLike<ListPage<T>>, AsyncIterable<T> {
  readonly #fetchPage: (cursor?: string) => Promise<ListPage<T>>;

  constructor(fetchPage: (cursor?: string) => Promise<ListPage<T>>) {
    this.#fetchPage = fetchPage;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a list is also a promise of its first page
  then<A = ListPage<T>, B = never>(
    onFulfilled?: ((page: ListPage<T>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#fetchPage().then(onFulfilled, onRejected);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<T> {
    for (let cursor: string | undefined; ;) {
      const { data, next } = await this.#fetchPage(cursor);
      yield* data;
      if (next === null) return;
      cursor = next;
    }
  }
}
