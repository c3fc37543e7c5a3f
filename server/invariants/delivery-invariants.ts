import { sql } from 'drizzle-orm';

import { HOUR_MS } from '#domain/time-units.ts';

import { timeBefore, type Invariant } from './invariant.ts';

/** Invariants of what orders deliver. That each state is the computed one, the ledger's tests check. */
export const DELIVERY_INVARIANTS: readonly Invariant[] = [
  {
    name: 'delivered-as-sold',
    description: 'An order has an entitlement for everything that its page delivers with the bought price and extras.',
    selectViolations: ({ mode, since }) => sql`
      select distinct o.id::text as id from checkout_attempts t
        join orders o on o.attempt_id = t.id
        join page_versions v on v.id = t.version_id
        cross join lateral jsonb_array_elements(v.config->'delivery'->'items') as item
        join deliverables d on d.id::text = item->>'id' and d.page_id = t.page_id and d.seller_id = t.seller_id
        join order_lines l on l.attempt_id = t.id and case l.key
          when 'main' then item->'offeredWith' = 'null' or item->'offeredWith' ? coalesce(t.plan, 'base')
          else item->'offeredWith' ? l.key end
        left join entitlements e on e.attempt_id = t.id and e.line_key = l.key and e.deliverable_id = d.id
      where t.state = 'completed' and t.created_at >= ${since.toISOString()}::timestamptz and t.mode = ${mode}
        and e.quantity is distinct from l.quantity`,
  },
  {
    name: 'access-as-paid',
    description:
      'An entitlement belongs to an order, waits while its payment is pending, and gives access only if it is paid.',
    selectViolations: ({ mode, since }) => sql`
      select e.id::text as id from entitlements e left join orders o on o.attempt_id = e.attempt_id
      where e.mode = ${mode} and e.created_at >= ${since.toISOString()}::timestamptz
        and (o.id is null or (e.mode, e.seller_id) is distinct from (o.mode, o.seller_id)
          or (e.state in ('active', 'paused') and o.paid_at is null)
          or (e.state = 'waiting') <> (o.state = 'pending' and e.decision is distinct from 'revoked')
          or (e.state <> 'ended' and (e.decision = 'revoked' or o.state = 'failed'
            or (o.billing is null and o.state = 'refunded' and e.decision is null)))
          or (e.state = 'active') <> (e.reason is null))`,
  },
  {
    name: 'keys-of-entitlements',
    description:
      'An entitlement that has not ended has a license key for each unit, except those that its list lacks, in its state.',
    selectViolations: ({ mode, since }) => sql`
      select e.id::text as id from entitlements e join deliverables d on d.id = e.deliverable_id and d.kind = 'keys'
        left join lateral (
          select count(*) filter (where l.state <> 'replaced') as valid,
            count(*) filter (where l.state not in ('replaced', e.state) or l.mode is distinct from e.mode
              or (l.deliverable_id, l.seller_id) <> (e.deliverable_id, e.seller_id)) as wrong
          from licenses l where l.entitlement_id = e.id
        ) l on true
      where e.mode = ${mode} and e.created_at >= ${since.toISOString()}::timestamptz
        and ((l.valid <> e.quantity - e.missing_keys and e.state <> 'ended') or l.wrong > 0)
      union all
      select l.id::text from licenses l
      where l.created_at >= ${since.toISOString()}::timestamptz and (l.state = 'unused') <> (l.entitlement_id is null)`,
  },
  {
    name: 'entitlements-rechecked',
    description: 'An entitlement that changes with time is computed again within an hour.',
    selectViolations: ({ mode, now }) => sql`
      select e.id::text as id from entitlements e
      where e.mode = ${mode} and e.recheck_at < ${timeBefore(now, HOUR_MS)}::timestamptz`,
  },
];
