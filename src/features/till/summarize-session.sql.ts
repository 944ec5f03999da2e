import type { VenueScope } from '#platform/access/venue-scope.ts'

/**
 * Keeps with a session what its movements, settlements, last count, signature and last commit come to; to be called in the transaction that
 * writes any of them, after it.
 */
export const summarizeSession = async ({ sql, venueId }: VenueScope, sessionId: string): Promise<void> => {
  await sql`
    update till_session o set pay_ins = f.pay_ins, pay_outs = f.pay_outs, drops = f.drops, banked = f.banked, tips_paid_out = f.tips_paid_out, moved_by = f.moved_by, settled = f.settled,
      counts = f.counts, counted = f.counted, pieces = f.pieces, piece_values = f.piece_values, counted_float = f.counted_float, counted_at = f.counted_at, counted_by = f.counted_by, counted_by_clerk = f.counted_by_clerk,
      signed_at = f.signed_at, signed_by = f.signed_by, signed_reason = f.signed_reason, signed_note = f.signed_note, committed = f.committed
    from (
      select t.session_id, m.*, (select sum(x.amount)::bigint from till_settlement x where x.venue_id = ${venueId} and x.session_id = t.session_id) as settled,
        (select count(*)::smallint from till_count x where x.venue_id = ${venueId} and x.session_id = t.session_id) as counts,
        (select jsonb_object_agg(x.method, x.amount) from till_counted x where x.venue_id = ${venueId} and x.session_id = t.session_id and x.count_no = c.count_no) as counted,
        (select sum(x.value::bigint * x.pieces)::bigint from till_denomination x where x.venue_id = ${venueId} and x.session_id = t.session_id and x.count_no = c.count_no) as pieces,
        (select array_agg(x.value::bigint order by x.value) from till_denomination x where x.venue_id = ${venueId} and x.session_id = t.session_id and x.count_no = c.count_no) as piece_values,
        c.opening_float as counted_float, c.at as counted_at, c.user_id as counted_by, c.clerk_key as counted_by_clerk,
        g.at as signed_at, g.user_id as signed_by, coalesce(g.reason, '') as signed_reason, coalesce(g.note, '') as signed_note,
        (select jsonb_object_agg(x.method, jsonb_build_object('expected', x.expected, 'counted', x.counted)) from till_committed x
          where x.venue_id = ${venueId} and x.session_id = t.session_id and t.state = 5
            and x.commit_no = (select max(y.commit_no) from till_committed y where y.venue_id = ${venueId} and y.session_id = t.session_id)) as committed
      from till_session t
      cross join lateral (
        select coalesce(sum(x.amount) filter (where x.kind = 1), 0)::bigint as pay_ins, coalesce(sum(x.amount) filter (where x.kind = 2), 0)::bigint as pay_outs,
          coalesce(sum(x.amount) filter (where x.kind = 3), 0)::bigint as drops, coalesce(sum(x.amount) filter (where x.kind = 4), 0)::bigint as banked,
          coalesce(sum(x.amount) filter (where x.kind = 5), 0)::bigint as tips_paid_out,
          (select jsonb_object_agg(y.user_id, y.effect) from (
            select w.user_id, sum(w.effect)::bigint as effect from (
              select z.user_id, case when z.kind = 1 then z.amount else -z.amount end as effect from till_movement z
              where z.venue_id = ${venueId} and z.session_id = t.session_id and z.user_id is not null
              union all
              select z.user_id, z.amount - z.before from till_float z where z.venue_id = ${venueId} and z.session_id = t.session_id) w group by 1) y) as moved_by
        from till_movement x where x.venue_id = ${venueId} and x.session_id = t.session_id) m
      left join lateral (
        select x.count_no, x.at, x.user_id, x.clerk_key, x.opening_float from till_count x where x.venue_id = ${venueId} and x.session_id = t.session_id order by x.at desc, x.count_no desc limit 1) c on true
      left join lateral (
        select x.at, x.user_id, x.reason, x.note from till_step x where x.venue_id = ${venueId} and x.session_id = t.session_id and x.state = 4 and t.state >= 4
        order by x.step_no desc limit 1) g on true
      where t.venue_id = ${venueId} and t.session_id = ${sessionId}::bigint) f
    where o.venue_id = ${venueId} and o.session_id = f.session_id`
}
