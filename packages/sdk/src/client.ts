import { OPERATIONS, type Resources } from './generated/resources.ts';
import { List, type ListPage } from './list.ts';
import { type ClientOptions, createRequester, type Requester, type RequestOptions } from './request.ts';

/** One operation of the API, as the generator describes it. */
export type Operation = {
  method: string;
  path: string;
  /** What follows the path parameters in the arguments of the method. */
  input: 'query' | 'body' | null;
  isList: boolean;
};

/** A client of one installation: a method for each operation, and `request` for paths that it does not know. */
export type Tillwright = Resources & { request: Requester };

/** Creates a client. It sends the key in the Authorization header, and an Idempotency-Key with each write request. */
export function createTillwright(options: ClientOptions): Tillwright {
  const request = createRequester(options);
  const client: Record<string, unknown> = { request };
  for (const [id, operation] of Object.entries<Operation>(OPERATIONS)) {
    const names = id.split('.');
    const resource = names.slice(0, -1).reduce<Record<string, unknown>>((parent, name) => {
      parent[name] ??= {};
      return parent[name] as Record<string, unknown>;
    }, client);
    resource[names.at(-1) ?? ''] = createMethod(request, operation);
  }
  return client as Tillwright;
}

/** Creates a method whose arguments are the path parameters, the query or body, and request options. */
function createMethod(request: Requester, { method, path, input, isList }: Operation) {
  const names = path.match(/\{\w+\}/g) ?? [];
  return (...args: unknown[]) => {
    const filledPath = names.reduce(
      (text, name, index) => text.replace(name, encodeURIComponent(String(args[index]))),
      path,
    );
    const rest = args.slice(names.length);
    const values = input === null ? {} : (rest.shift() as Record<string, unknown> | undefined);
    const options = rest[0] as RequestOptions | undefined;
    if (!isList) return request(method, filledPath, { ...options, ...(input && { [input]: values ?? {} }) });
    const fetchPage = (cursor?: string) =>
      request<ListPage<unknown>>(method, filledPath, { ...options, query: { ...values, ...(cursor && { cursor }) } });
    return new List(fetchPage);
  };
}
