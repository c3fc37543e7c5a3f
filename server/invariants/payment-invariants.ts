import { sql, type SQL } from 'drizzle-orm';

import { DAY_MS, HOUR_MS } from '#domain/time-units.ts';
import { ALL_PAGES } from '#server/db/schema-page-views.ts';

import { timeBefore, type Invariant } from './invariant.ts';

/** Invariants of payments and of the monthly sums computed from them. */
export const SALE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'sale-within-amount',
    description: 'A payment’s refunded and lost amounts don’t exceed its amount, in its currency and in US cents.',
    selectViolations: ({ mode, since }) => sql`
      select s.id::text as id from sales s
      where s.mode = ${mode} and s.created_at >= ${since.toISOString()}::timestamptz
        and (s.refunded < 0 or s.lost < 0 or s.refunded + s.lost > s.amount
          or s.usd_refunded < 0 or s.usd_refunded > s.usd_cents)`,
  },
  {
    name: 'revenue-days-sum',
    description:
      'The stored sums of a day, with the changes that wait, are those of its checkouts, orders and payments.',
    selectViolations: ({ mode, since }) => {
      const dayOf = (at: string) => sql`(${sql.raw(at)} at time zone time_zone)::date`;
      const isCompared = (day: SQL) => sql`${day} > ${since.toISOString()}::date + 1`;
      // The day after `since` has ended in every time zone, so all rows of the compared days are later.
      const isRecent = (at: string) =>
        sql`mode = ${mode} and ${sql.raw(at)} >= ${since.toISOString()}::timestamptz and ${isCompared(dayOf(at))}`;
      return sql`
        with complete as (
          select seller_id, time_zone from revenue_progress where mode = ${mode} and summed_until is null
        ), summed as (
          select seller_id, day, currency, started, orders, order_total, received, refunded, lost
          from revenue_days join complete using (seller_id)
          where mode = ${mode} and dimension = 'all' and page_id = ${ALL_PAGES} and ${isCompared(sql`day`)}
          union all
          select seller_id, ${dayOf('at')}, currency, started, orders, order_total, received, refunded, lost
          from revenue_changes join complete using (seller_id) where dimensions ->> 'all' = '' and ${isRecent('at')}
          union all
          select seller_id, ${dayOf('created_at')}, currency, -1, 0, 0, 0, 0, 0
          from checkout_attempts join complete using (seller_id) where session_id is not null and ${isRecent('created_at')}
          union all
          select seller_id, ${dayOf('paid_at')}, currency, 0, -1, -total, 0, 0, 0
          from orders join complete using (seller_id) where state not in ('pending', 'failed') and ${isRecent('paid_at')}
          union all
          select seller_id, ${dayOf('paid_at')}, currency, 0, 0, 0, -amount, -refunded, -lost
          from sales join complete using (seller_id) where ${isRecent('paid_at')}
        )
        select seller_id::text || ' ' || day as id from summed group by seller_id, day, currency
        having (sum(started), sum(orders), sum(order_total), sum(received), sum(refunded), sum(lost)) <> (0, 0, 0, 0, 0, 0)`;
    },
  },
  {
    name: 'plan-never-overcharges',
    description: 'A payment plan has at most as many payments as the buyer agreed to.',
    selectViolations: ({ mode, since }) => sql`
      select t.id::text as id from checkout_attempts t join sales s on s.attempt_id = t.id
      where t.mode = ${mode} and t.state = 'completed' and t.installments is not null
        and exists (select from sales n where n.attempt_id = t.id and n.created_at >= ${since.toISOString()}::timestamptz)
      group by t.id, t.installments having count(*) > t.installments`,
  },
  {
    name: 'plan-has-end',
    description: 'A running payment plan has a schedule that ends it, a day after its start.',
    selectViolations: ({ mode, now }) => sql`
      select b.id::text as id from buyer_subscriptions b
        join checkout_attempts t on t.id = b.attempt_id and t.installments is not null
        join stripe_accounts a on a.mode = b.mode and a.account_id = b.account_id and a.disconnected_at is null
      where b.mode = ${mode} and b.status in ('active', 'past_due') and b.schedule_id is null
        and b.created_at < ${timeBefore(now, DAY_MS)}::timestamptz`,
  },
  {
    name: 'sale-refunded',
    description: 'A payment’s refunded amount is the sum of its refunds.',
    selectViolations: ({ mode, since }) => sql`
      select s.id::text as id from sales s left join lateral (
        select coalesce(sum(r.amount), 0) as amount from refunds r
        where r.sale_id = s.id and r.state in ('pending', 'needs_buyer', 'succeeded')
      ) r on true
      where s.mode = ${mode} and s.created_at >= ${since.toISOString()}::timestamptz and s.refunded <> r.amount`,
  },
  {
    name: 'sale-lost',
    description: 'A payment’s lost amount is the sum of its lost disputes, up to what wasn’t refunded.',
    selectViolations: ({ mode, since }) => sql`
      select s.id::text as id from sales s left join lateral (
        select coalesce(sum(case when d.currency = s.currency then d.amount else s.amount end), 0) as amount
        from disputes d where d.sale_id = s.id and d.status = 'lost'
      ) d on true
      where s.mode = ${mode} and s.created_at >= ${since.toISOString()}::timestamptz
        and s.lost <> least(d.amount, s.amount - s.refunded)`,
  },
  {
    name: 'month-sums',
    description: 'A seller’s sales of a month are the sum of their payments minus refunds, in US cents.',
    selectViolations: ({ mode, since }) => sql`
      select coalesce(m.seller_id, s.seller_id)::text || ' ' || coalesce(m.month, s.month) as id
      from (select * from monthly_sales where mode = ${mode}
        and month >= to_char(${since.toISOString()}::timestamptz at time zone 'UTC', 'YYYY-MM')) m
      full join (
        select seller_id, to_char(paid_at at time zone 'UTC', 'YYYY-MM') as month,
          sum(usd_cents - usd_refunded) as usd_cents, count(*) as count
        from sales where mode = ${mode} and paid_at >= date_trunc('month', ${since.toISOString()}::timestamptz, 'UTC')
        group by 1, 2
      ) s on s.seller_id = m.seller_id and s.month = m.month
      where coalesce(m.usd_cents, 0) <> coalesce(s.usd_cents, 0)
        or coalesce(m.transactions, 0) <> coalesce(s.count, 0)`,
  },
  {
    name: 'refunds-answered',
    description: 'Stripe accepts or rejects every requested refund within a day.',
    selectViolations: ({ mode, now }) => sql`
      select r.id::text as id from refunds r
      where r.mode = ${mode} and r.state = 'asked' and r.created_at < ${timeBefore(now, 26 * HOUR_MS)}::timestamptz`,
  },
  {
    name: 'subscription-rows',
    description: 'An order that started a subscription has the matching subscription row within a day.',
    selectViolations: ({ mode, since, now }) => sql`
      select o.id::text as id from checkout_attempts t
        join orders o on o.attempt_id = t.id
        left join buyer_subscriptions b on b.attempt_id = o.attempt_id
      where t.state = 'completed' and t.created_at >= ${since.toISOString()}::timestamptz
        and o.mode = ${mode} and (
          (o.subscription_id is not null and b.id is null
            and o.created_at < ${timeBefore(now, 25 * HOUR_MS)}::timestamptz)
          or (b.id is not null and (o.subscription_id, o.mode, o.seller_id, o.account_id) is distinct from
            (b.subscription_id, b.mode, b.seller_id, b.account_id)))`,
  },
  {
    name: 'subscription-ends',
    description: 'A subscription has an end time if and only if it has ended.',
    selectViolations: ({ mode }) => sql`
      select b.id::text as id from buyer_subscriptions b
      where b.mode = ${mode} and (b.status in ('canceled', 'incomplete_expired')) <> (b.ended_at is not null)`,
  },
];
