import { z } from 'zod';

/** Largest value of a PostgreSQL integer. */
const MAX_NUMBER = 2 ** 31 - 1;

/** Path parameters of all endpoints, with their schemas. */
export const PATH_PARAMS = {
  pageId: z.uuid().describe('The id of a page'),
  orderId: z.uuid().describe('The id of an order'),
  subscriptionId: z.uuid().describe('The id of a buyer’s subscription'),
  domainId: z.uuid().describe('The id of a domain'),
  endpointId: z.uuid().describe('The id of a webhook endpoint'),
  deliveryId: z.uuid().describe('The id of a delivery'),
  keyId: z.uuid().describe('The id of a key, which is not the key itself'),
  number: z.number().int().min(1).max(MAX_NUMBER).describe('The number of a version'),
  code: z.string().min(1).max(200).describe('The code of a coupon'),
} as const satisfies Record<string, z.ZodType>;

export type PathParam = keyof typeof PATH_PARAMS;
export const isPathParam = (name: string): name is PathParam => Object.hasOwn(PATH_PARAMS, name);

/** Values of the parameters in a path such as '/pages/{pageId}/versions/{number}'. */
export type PathValues<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: Key extends PathParam ? z.infer<(typeof PATH_PARAMS)[Key]> : never } & PathValues<Rest>
  : unknown;

export const listParamNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
