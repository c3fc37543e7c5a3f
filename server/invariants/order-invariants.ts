import { sql, type SQL } from 'drizzle-orm';

import { HOUR_MS } from '#domain/time-units.ts';

import { timeBefore, type Invariant, type InvariantScope } from './invariant.ts';

/** Orders whose attempts were created after `since`. */
const recent = ({ mode, since }: InvariantScope): SQL => sql`(
  select o.* from checkout_attempts t join orders o on o.attempt_id = t.id
  where t.state in ('completed', 'open', 'new', 'expired', 'failed')
    and t.created_at >= ${since.toISOString()}::timestamptz and o.mode = ${mode}
)`;

/** Invariants of orders: one per paid session, at the requested price and with correct sums. */
export const ORDER_INVARIANTS: readonly Invariant[] = [
  {
    name: 'completed-attempt-has-order',
    description: 'A checkout attempt has an order if and only if it is completed.',
    selectViolations: (scope) => sql`
      select t.id::text as id from checkout_attempts t left join orders o on o.attempt_id = t.id
      where t.mode = ${scope.mode} and t.created_at >= ${scope.since.toISOString()}::timestamptz
        and t.state in ('completed', 'open', 'new', 'expired', 'failed')
        and (t.state = 'completed') <> (o.id is not null)`,
  },
  {
    name: 'reserved-while-payable',
    description: 'A checkout attempt reserves stock and a coupon use exactly while it is paid or can still be paid.',
    selectViolations: (scope) => sql`
      select t.id::text as id from checkout_attempts t left join orders o on o.attempt_id = t.id
      where t.mode = ${scope.mode} and t.created_at >= ${scope.since.toISOString()}::timestamptz
        and t.state in ('completed', 'open', 'new', 'expired', 'failed')
        and t.has_reservation <> case t.state when 'completed' then o.state is distinct from 'failed'
          else t.state in ('new', 'open') end`,
  },
  {
    name: 'order-as-attempt',
    description: 'An order has the same page, price, and coupon as its checkout attempt.',
    selectViolations: (scope) => sql`
      select o.id::text as id from ${recent(scope)} o join checkout_attempts t on t.id = o.attempt_id
      where (o.mode, o.seller_id, o.page_id, o.version_id, o.account_id, o.currency, o.original, o.discount, o.total)
          is distinct from
          (t.mode, t.seller_id, t.page_id, t.version_id, t.account_id, t.currency, t.original, t.discount, t.total)
        or o.session_id is distinct from t.session_id or o.coupon_code is distinct from t.coupon_code`,
  },
  {
    name: 'order-days-sum',
    description: 'The stored sums of a day are those of its orders.',
    selectViolations: ({ mode, since }) => sql`
      with days as (
        select seller_id, day, currency, sum(orders) as orders, sum(received) as received, sum(refunded) as refunded,
          sum(lost) as lost
        from order_days where mode = ${mode} and day > ${since.toISOString()}::date group by 1, 2, 3
      ), counted as (
        select seller_id, (created_at at time zone 'UTC')::date as day, currency, count(*) as orders,
          sum(received) as received, sum(refunded) as refunded, sum(lost) as lost
        from orders where mode = ${mode} and created_at >= ${since.toISOString()}::date + 1 group by 1, 2, 3
      )
      select seller_id::text || ' ' || day as id from days full join counted using (seller_id, day, currency)
      where (coalesce(days.orders, 0), coalesce(days.received, 0), coalesce(days.refunded, 0), coalesce(days.lost, 0))
        is distinct from (coalesce(counted.orders, 0), coalesce(counted.received, 0), coalesce(counted.refunded, 0),
          coalesce(counted.lost, 0))`,
  },
  {
    name: 'order-lines-sum',
    description: 'The lines of an order that are due at once add up to its amounts, and each line to its own.',
    selectViolations: (scope) => sql`
      select o.id::text as id from ${recent(scope)} o join lateral (
        select coalesce(sum(l.subtotal) filter (where not l.after_trial), 0) as original,
          coalesce(sum(l.discount) filter (where not l.after_trial), 0) as discount,
          coalesce(sum(l.total) filter (where not l.after_trial), 0) as total,
          count(*) filter (where l.subtotal <> l.unit * l.quantity or l.total <> l.subtotal - l.discount
            or l.total < 0 or l.discount < 0) as wrong
        from order_lines l where l.attempt_id = o.attempt_id having count(*) > 0
      ) l on true
      where (o.original, o.discount, o.total) is distinct from (l.original, l.discount, l.total) or l.wrong > 0`,
  },
  {
    name: 'lines-as-quoted',
    description: 'An order has the lines of its checkout attempt’s quote, at the same prices.',
    selectViolations: (scope) => sql`
      select o.id::text as id from ${recent(scope)} o join checkout_attempts t on t.id = o.attempt_id
      where t.lines is not null and t.lines <> 'null'
        and (select jsonb_agg(jsonb_build_array(l.key, l.quantity, l.subtotal) order by l.position)
          from order_lines l where l.attempt_id = t.id)
        is distinct from
        (select jsonb_agg(jsonb_build_array(q.line->'key', q.line->'quantity', q.line->'subtotal') order by q.position)
          from jsonb_array_elements(t.lines) with ordinality as q(line, position))`,
  },
  {
    name: 'reserved-quantity',
    description: 'A checkout attempt reserves as many units as its quote has of the product.',
    selectViolations: ({ mode, since }) => sql`
      select t.id::text as id from checkout_attempts t
      where t.mode = ${mode} and t.created_at >= ${since.toISOString()}::timestamptz
        and t.state in ('completed', 'open', 'new', 'expired', 'failed')
        and t.quantity <> coalesce((jsonb_path_query_first(t.lines, '$[*] ? (@.key == "main").quantity'))::integer, 1)`,
  },
  {
    name: 'reserved-items',
    description: 'A checkout attempt for a bundle reserves a unit of each product that it delivers.',
    selectViolations: ({ mode, since }) => sql`
      select t.id::text as id from checkout_attempts t
      where t.mode = ${mode} and t.created_at >= ${since.toISOString()}::timestamptz
        and t.item_page_ids is distinct from array(
          select (item->>'pageId')::uuid
          from jsonb_path_query(t.lines, '$[*].item ? (!exists(@.alreadyPaid))') with ordinality as lines(item, position)
          order by position)`,
  },
  {
    name: 'refund-lines-sum',
    description:
      'The lines of a refund add up to at most its amount, and no line, nor unit of it, is refunded twice for one payment.',
    selectViolations: ({ mode, since }) => sql`
      select r.id::text as id from refunds r join refund_lines x on x.refund_id = r.id
      where r.mode = ${mode} and r.created_at >= ${since.toISOString()}::timestamptz
      group by r.id having sum(x.amount) > r.amount or min(x.amount) <= 0 or min(x.quantity) <= 0
      union all
      select min(r.id::text) from refund_lines x join refunds r on r.id = x.refund_id
        join order_lines l on l.id = x.order_line_id
      where r.mode = ${mode} and r.created_at >= ${since.toISOString()}::timestamptz
        and r.state not in ('failed', 'canceled')
      group by r.sale_id, l.id, l.total, l.quantity having sum(x.amount) > l.total or sum(x.quantity) > l.quantity`,
  },
  {
    name: 'order-sums',
    description: 'An order’s received, refunded, and lost amounts are the sums of its payments.',
    selectViolations: (scope) => sql`
      select o.id::text as id from ${recent(scope)} o left join lateral (
        select coalesce(sum(s.amount), 0) as amount, coalesce(sum(s.refunded), 0) as refunded,
          coalesce(sum(s.lost), 0) as lost, count(*) filter (where s.currency <> o.currency) as strange
        from sales s where s.attempt_id = o.attempt_id
      ) s on true
      where (o.received, o.refunded, o.lost) is distinct from (s.amount, s.refunded, s.lost) or s.strange > 0`,
  },
  {
    name: 'order-state',
    description: 'An order’s state matches how much of it was paid and refunded.',
    selectViolations: (scope) => sql`
      select o.id::text as id from ${recent(scope)} o
      where o.state <> case
        when o.refunded > 0 and o.refunded >= o.received then 'refunded'
        when o.refunded > 0 then 'partly_refunded'
        when o.received > 0 or o.state not in ('pending', 'failed') then 'paid'
        else o.state end`,
  },
  {
    name: 'paid-once',
    description: 'A paid one-time order has received exactly its total, and an unpaid order nothing.',
    selectViolations: (scope) => sql`
      select o.id::text as id from ${recent(scope)} o
      where (o.state in ('pending', 'failed') and o.received <> 0)
        or (o.state in ('paid', 'partly_refunded', 'refunded') and o.billing is null and o.received <> o.total)`,
  },
  {
    name: 'dispute-flag',
    description: 'An order’s dispute state matches its disputes.',
    selectViolations: (scope) => sql`
      select o.id::text as id from ${recent(scope)} o left join lateral (
        select case when bool_or(d.status = 'lost') then 'lost'
          when bool_or(d.status not in ('lost', 'won', 'warning_closed', 'prevented')) then 'open'
          when count(*) > 0 then 'won' end as worst
        from disputes d where d.attempt_id = o.attempt_id
      ) d on true
      where o.dispute is distinct from d.worst`,
  },
  {
    name: 'order-numbers',
    description: 'A seller’s orders are numbered from 1 without gaps.',
    // The cost does not grow with a seller's orders: only the last number and predecessors of recent orders are read.
    selectViolations: (scope) => sql`
      select c.seller_id::text as id from order_counters c
      where c.mode = ${scope.mode} and c.last_order_number <> coalesce((
        select max(o.number) from orders o where o.mode = c.mode and o.seller_id = c.seller_id
      ), 0)
      union all
      select o.id::text from ${recent(scope)} o
      where o.number > 1 and not exists (
        select from orders p where p.mode = o.mode and p.seller_id = o.seller_id and p.number = o.number - 1
      )`,
  },
  {
    name: 'sale-has-order',
    description: 'A payment has an order within an hour.',
    selectViolations: (scope) => sql`
      select s.id::text as id from sales s left join orders o on o.attempt_id = s.attempt_id
      where s.mode = ${scope.mode} and s.created_at >= ${scope.since.toISOString()}::timestamptz
        and s.created_at < ${timeBefore(scope.now, HOUR_MS)}::timestamptz and o.id is null`,
  },
  {
    name: 'one-mode',
    description: 'Payments, refunds, and disputes have the same mode, seller, and account as what they belong to.',
    selectViolations: ({ mode, since }) => sql`
      select s.id::text as id from sales s join checkout_attempts t on t.id = s.attempt_id
      where (s.mode = ${mode} or t.mode = ${mode}) and s.created_at >= ${since.toISOString()}::timestamptz
        and (s.mode, s.seller_id, s.account_id) is distinct from (t.mode, t.seller_id, t.account_id)
      union all
      select r.id::text from refunds r join sales s on s.id = r.sale_id
      where (r.mode = ${mode} or s.mode = ${mode}) and r.created_at >= ${since.toISOString()}::timestamptz
        and (r.mode, r.seller_id, r.account_id, r.attempt_id, r.currency) is distinct from
          (s.mode, s.seller_id, s.account_id, s.attempt_id, s.currency)
      union all
      select d.id::text from disputes d join sales s on s.id = d.sale_id
      where (d.mode = ${mode} or s.mode = ${mode}) and d.created_at >= ${since.toISOString()}::timestamptz
        and (d.mode, d.seller_id, d.account_id, d.attempt_id) is distinct from
          (s.mode, s.seller_id, s.account_id, s.attempt_id)`,
  },
];
