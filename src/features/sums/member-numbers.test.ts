import { afterAll, expect, it } from 'vitest'
import { applyMigrations, migrate, migrations } from '#platform/database/migrate.ts'
import { ask, bareDatabase, dropHouses } from '#tests/furnished-house.ts'

/** The last one before cards of one member shared a number. */
const BEFORE = '0051-fraud.sql'
afterAll(dropHouses)

it('a house from before finds its replaced cards as one member, and what sales and cards say of points by day', async () => {
  const url = await bareDatabase()
  await ask(url, (sql) =>
    sql.begin((tx) =>
      applyMigrations(
        tx,
        migrations().filter(({ name }) => name <= BEFORE),
      ),
    ),
  )
  await ask(url, (sql) =>
    sql.begin(async (tx) => {
      await tx`insert into venue (name) values ('Then')`
      await tx.unsafe(`set local app.venue = '1'`)
      // A was replaced by B and B by C; D by E, which nobody counted yet; F is written in two ways.
      await tx`
        insert into loyalty_card (venue_id, card_id, number, number_key, number_reversed, member_id, status, replaced_by, joined)
        select 1, u.* , '2026-01-01' from unnest('{1,2,3,4,5,6}'::bigint[], '{A,B,C,D,E,F}'::text[], '{a,b,c,d,e,f}'::text[], '{a,b,c,d,e,f}'::text[],
          '{3,3,3,5,5,6}'::bigint[], '{3,3,1,3,1,1}'::smallint[], '{2,3,null,5,null,null}'::bigint[]) as u`
      await tx`insert into member_number (venue_id, card_number, member_no) select 1, u.* from unnest('{B,A,F,"f ",G}'::text[], '{7,4,5,9,6}'::int[]) as u`
      await tx`
        insert into packed_guests (venue_id, location_id, month, through, basis, covers, visit_days, visitors, stamp)
        values (1, 1, '2026-10-01', '2026-10-31', 'then', '', '', '', 's')`
      for (const [id, card, points, kind] of [
        [21, 'A', 10, 1],
        [22, null, 7, 1],
        [23, 'F', 5, 1],
        [24, 'F', -5, 5],
      ] as const)
        await tx`
          insert into sale (venue_id, sale_id, location_id, terminal_key, receipt, revision, kind, business_date, closed_at, local_hour, local_minute, order_type, card_number,
            points_accrued, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, non_sales, tips, rounding, total, content_hash)
          values (1, ${id}, 1, 1, ${`R${id}`}, 1, ${kind}, '2026-10-05', '2026-10-05T12:00:00Z', 12, 60, 0, ${card}, ${points}, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '')`
      // The first sale came with A, when B stood for its member.
      await tx`
        insert into loyalty_movement (venue_id, movement_id, kind, card_id, points, location_id, business_date, at, sale_id)
        select 1, u.id, 1, u.card, u.points, 1, '2026-10-05', '2026-10-05T12:00:00Z', u.id from unnest('{21,23,24}'::bigint[], '{2,6,6}'::bigint[], '{10,5,-5}'::bigint[]) as u(id, card, points)`
    }),
  )
  await migrate(url)
  const read = <T>(question: string) =>
    ask(url, (sql) =>
      sql.begin(async (tx) => {
        await tx.unsafe(`set local app.venue = '1'`)
        return (await tx.unsafe<T[]>(question)).map((row) => ({ ...row }))
      }),
    )
  expect(await read("select string_agg(card_number || '=' || member_no, ' ' order by member_no, card_number) as numbers from member_number")).toEqual([
    { numbers: 'A=4 B=4 C=4 F=5 f =5 G=6 D=8 E=8' },
  ])
  expect(await read('select from packed_guests')).toEqual([])
  expect(await read('select figure, points from loyalty_day order by figure')).toEqual([
    { figure: 12, points: 17 },
    { figure: 13, points: 1 },
    { figure: 14, points: 7 },
  ])
})
