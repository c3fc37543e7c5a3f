import { proofNameOf } from '#domain/domain-name.ts';

import type { Context } from '#server/context.ts';
import type { DomainRow } from '#server/db/domains.ts';
import type { DomainFinding } from '#server/db/schema-domains.ts';
import { DnsFault, type Dns } from '#server/outgoing/dns.ts';

import { registeredDomainOf } from './host-of.ts';
import { ownAddresses, plainIp } from './own-addresses.ts';

/** Time limit in milliseconds for all DNS queries of one host. */
const MOST_MS = 12_000;
const MOST_STEPS = 8;
/** Limits on stored values, because the owner of the zone decides how many there are. */
const MOST_KEPT = 10;
const MOST_LETTERS = 300;

type Claim = Pick<DomainRow, 'host' | 'proof'>;

/** Returns whether a TXT record is the proof; some panels put quotation marks around the value. */
export const isProof = (text: string, proof: string): boolean =>
  text
    .trim()
    .replace(/^"([^"]*)"$/, '$1')
    .trim() === proof;

/** Names under which the proof ends up when a registrar's form is filled in differently than it expects. */
function wrongNames(host: string): string[] {
  const registered = registeredDomainOf(host);
  const names = [host, `${proofNameOf(host)}.${registered}`, proofNameOf(registered)];
  return names.filter((name) => name !== proofNameOf(host));
}

/** Limits and cleans foreign record values, so that they can be stored and shown. */
const kept = (texts: readonly string[]): string[] =>
  texts.slice(0, MOST_KEPT).map((text) =>
    text
      .toWellFormed()
      .replace(/[\p{C}\u2028\u2029]/gu, '\ufffd')
      .slice(0, MOST_LETTERS),
  );

async function misplacedOf(dns: Dns, { host, proof }: Claim): Promise<string[]> {
  const found = await Promise.all(
    wrongNames(host).map(async (name) => {
      const texts = await dns.txt(name).catch(() => []);
      return texts.some((text) => isProof(text, proof)) ? [name] : [];
    }),
  );
  return found.flat();
}

async function chainOf(dns: Dns, host: string, target: string | null): Promise<string[]> {
  const chain: string[] = [];
  for (let name = host; chain.length < MOST_STEPS && name !== target;) {
    const [next] = await dns.cname(name);
    if (next === undefined || next === host || chain.includes(next)) break;
    chain.push(next);
    name = next;
  }
  return chain;
}

/** Finds where a host points. Addresses behind a CNAME to our target are not checked. */
async function roadOf(
  context: Context,
  host: string,
): Promise<Pick<DomainFinding, 'cname' | 'addresses' | 'ours'>> {
  const { dns, config } = context;
  const target = config.reach.domainTarget;
  const chain = await chainOf(dns, host, target);
  if (target !== null && chain.includes(target)) return { cname: kept(chain), addresses: [], ours: [] };
  const [addresses, ours] = await Promise.all([dns.addresses(host), ownAddresses(context)]);
  return { cname: kept(chain), addresses: addresses.map(plainIp).slice(0, 2 * MOST_KEPT), ours };
}

async function found(context: Context, claim: Claim): Promise<DomainFinding> {
  const { dns } = context;
  const [txt, road] = await Promise.all([dns.txt(proofNameOf(claim.host)), roadOf(context, claim.host)]);
  const right = txt.filter((text) => isProof(text, claim.proof));
  const misplaced = right.length > 0 ? [] : await misplacedOf(dns, claim);
  // The matching record is kept even beyond the limit.
  const texts = kept([...right, ...txt.filter((text) => !right.includes(text))]);
  return { txt: texts, misplaced, ...road, fault: null };
}

const NOTHING: Omit<DomainFinding, 'fault'> = { txt: [], misplaced: [], cname: [], addresses: [], ours: [] };

/** Queries DNS about a host, each record once; one failed query makes the whole finding a fault. */
export async function lookUp(context: Context, claim: Claim): Promise<DomainFinding> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DnsFault(claim.host, 'ETIMEOUT', null)), MOST_MS);
  try {
    return await Promise.race([found(context, claim), late]);
  } catch (error) {
    if (!(error instanceof DnsFault)) throw error;
    return { ...NOTHING, fault: error.code };
  } finally {
    clearTimeout(timer);
  }
}
