import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { ruleOf } from '#shared/endpoint.ts'
import { STARTING_ROLES, satisfies, type TagRule } from '#shared/permissions.ts'
import { PASSWORD } from '#tests/people.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { METRICS } from './catalogue.rules.ts'
import type { Dashboard } from './dashboards.contract.ts'
import { SOURCE_PATHS } from './sources.rules.ts'

let app: StartedApp
let room: StaffRoom
let ada: Visitor
let ben: Visitor

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'The Anchor')
  ada = await room.at('ada', ['can_viewdashboard', 'can_viewsales'])
  ben = await room.at('ben', ['can_viewdashboard', 'can_viewsales', 'can_viewloyalty'])
})
afterAll(() => app.close())

const save = (who: Visitor, Measures: object[]) => who.call<Dashboard>('PUT', '/DashboardsConfig', { body: { Measures } })
const seenBy = async (who: Visitor) => (await who.call<Dashboard>('GET', '/DashboardsConfig')).body
const metricsOf = async (who: Visitor) => (await seenBy(who)).Measures.map(({ Metric }) => Metric)
const refusal = ({ status, body }: { status: number; body: unknown }) => {
  const { ErrorCode, Errors, Message } = (body as { ResponseStatus: { ErrorCode: string; Message: string; Errors?: { FieldName: string }[] } }).ResponseStatus
  return { status, code: ErrorCode, message: Message, fields: Errors?.map(({ FieldName }) => FieldName) }
}

describe('a dashboard', () => {
  it("begins with what one's tags are for, and stays as one saves it, for oneself alone", async () => {
    const begun = await seenBy(ada)
    expect([begun.Saved, begun.Measures.every(({ Permitted }) => Permitted)]).toEqual([false, true])
    expect(begun.Measures.map(({ Metric }) => Metric)).not.toContain('PointsAccrued')
    expect(await metricsOf(ben)).toContain('PointsAccrued')
    const { status, body } = await save(ada, [
      { Metric: 'Covers', Order: 2, Visual: 'bar', Surplus: 'ignored' },
      { Id: 'mine', Title: ' Money ', Metric: 'Net', Period: { FromDate: '2026-11-01', ToDate: '2026-11-07' }, Compare: 'previous', Width: 2, Order: 1 },
    ])
    expect([status, body.Saved]).toEqual([200, true])
    expect(body.Measures[0]).toEqual({
      ...{ Id: 'mine', Title: 'Money', Metric: 'Net', Dimension: null, Period: { FromDate: '2026-11-01', ToDate: '2026-11-07' }, Compare: 'previous' },
      ...{ Locations: [], Visual: 'tile', Width: 2, Order: 1, Permitted: true },
    })
    expect(body.Measures[1]).toMatchObject({ Id: expect.stringMatching(/.+/), Metric: 'Covers', Dimension: 'Location', Visual: 'bar' })
    expect(await seenBy(ada)).toEqual(body)
    expect(await metricsOf(ben)).toContain('PointsAccrued')
    expect((await save(ada, body.Measures)).body, 'posted back').toEqual(body)
    expect((await save(ada, [])).body, 'nothing is a layout too').toEqual({ Measures: [], Saved: true })
  })

  it('is another one at another venue', async () => {
    const elsewhere = await staffRoom(app, 'The Buoy')
    const name = 'cleo'
    await elsewhere.hire(name, ['can_viewdashboard', 'can_viewsales'])
    const cleo = await signedIn(app.url, name, PASSWORD)
    await save(ada, [{ Metric: 'Tips' }])
    await save(cleo, [{ Metric: 'Sales' }])
    expect([await metricsOf(ada), await metricsOf(cleo)]).toEqual([['Tips'], ['Sales']])
    expect(refusal(await save(cleo, [{ Metric: 'Net', Locations: [room.locationIds[0]] }]))).toMatchObject({ status: 404, code: 'LocationNotFound' })
  })

  it('keeps a figure whose tag was taken away, and says that it is not permitted', async () => {
    const dora = await room.at('dora', ['can_viewdashboard', 'can_viewsales', 'can_viewloyalty'])
    await save(dora, [{ Metric: 'PointsAccrued' }, { Metric: 'Net', Locations: [room.locationIds[0]] }])
    const employeeId = dora.colleague.employeeId
    await app.database.inVenue(
      room.venueId,
      (sql) => sql`update employee set tags = '{can_viewdashboard,can_viewsales}' where venue_id = ${room.venueId} and employee_id = ${employeeId}`,
    )
    const again = await signedIn(app.url, 'dora', PASSWORD)
    const { Measures } = await seenBy(again)
    expect(Measures.map(({ Metric, Permitted }) => [Metric, Permitted])).toEqual([
      ['PointsAccrued', false],
      ['Net', true],
    ])
    expect(refusal(await save(again, Measures))).toEqual({
      ...{ status: 403, code: 'MetricNotPermitted', fields: [] },
      message: "PointsAccrued needs the permission can_viewloyalty, which you don't hold. Take it off your dashboard.",
    })
  })

  it('keeps a figure of a location that was taken away, permits it no more, and does not let it become one of all others', async () => {
    const [lost, left] = room.locationIds
    const finn = await room.at('finn', ['can_viewdashboard', 'can_viewsales'])
    await save(finn, [{ Metric: 'Net', Locations: [lost] }])
    const { employeeId } = finn.colleague
    await app.database.inVenue(room.venueId, async (sql) => {
      await sql`update employee set all_locations = false where venue_id = ${room.venueId} and employee_id = ${employeeId}`
      await sql`delete from employee_location where venue_id = ${room.venueId} and employee_id = ${employeeId}`
      await sql`insert into employee_location (venue_id, employee_id, location_id) values (${room.venueId}, ${employeeId}, ${left ?? 0})`
    })
    const again = await signedIn(app.url, 'finn', PASSWORD)
    const { Measures } = await seenBy(again)
    expect(Measures).toMatchObject([{ Metric: 'Net', Locations: [lost], Permitted: false }])
    expect(refusal(await save(again, Measures))).toMatchObject({ status: 404, code: 'LocationNotFound' })
  })

  it.each([
    [{ Metric: 'Nonsense' }, 'Measures.0.Metric'],
    [{ Metric: 'Net', Dimension: 'Weather' }, 'Measures.0.Dimension'],
    [{ Metric: 'Net', Visual: 'bar', Dimension: 'Item' }, 'Measures.0.Dimension'],
    [{ Metric: 'Net', Visual: 'line', Dimension: 'Location' }, 'Measures.0.Dimension'],
    [{ Metric: 'Net', Visual: 'pie' }, 'Measures.0.Visual'],
    [{ Metric: 'BestSellers', Visual: 'line' }, 'Measures.0.Visual'],
    [{ Metric: 'Net', Width: 5 }, 'Measures.0.Width'],
    [{ Metric: 'Net', Period: 'Someday' }, 'Measures.0.Period'],
    [{ Metric: 'Net', Period: { FromDate: '2026-11-07', ToDate: '2026-11-01' } }, 'Measures.0.Period'],
  ])('refuses %j by its field', async (measure, field) => {
    expect(refusal(await save(ada, [measure]))).toMatchObject({ status: 400, fields: [field] })
  })

  it('has at most 24 measures, each with an Id of its own', async () => {
    expect(
      refusal(
        await save(
          ada,
          Array.from({ length: 25 }, () => ({ Metric: 'Net' })),
        ),
      ),
    ).toMatchObject({ status: 400, fields: ['Measures'] })
    expect(
      refusal(
        await save(ada, [
          { Id: 'a', Metric: 'Net' },
          { Id: 'a', Metric: 'Sales' },
        ]),
      ),
    ).toMatchObject({ status: 400, fields: ['Measures.1.Id'] })
  })
})

describe('the catalogue', () => {
  const catalogue = async (who: Visitor, query = '') =>
    (await who.call<{ Metrics: { Id: string; Name: string; Tag: string }[]; Defaults: { Metric: string }[] }>('GET', `/metrics${query}`)).body

  it("is cut to one's tags and to what the venue has switched on, in either language", async () => {
    const { Metrics, Defaults } = await catalogue(ada)
    expect(new Set(Metrics.map(({ Tag }) => Tag))).toEqual(new Set(['can_viewsales']))
    expect(Defaults.map(({ Metric }) => Metric)).toContain('Net')
    expect((await catalogue(ada, '?Language=jp')).Metrics.find(({ Id }) => Id === 'Net')?.Name).toBe('純売上')
    const owner = await room.at('olga', STARTING_ROLES.Owner)
    const all = (await catalogue(owner)).Metrics.map(({ Id }) => Id)
    expect([all.includes('Wastage'), all.includes('WagesPercent')]).toEqual([true, false])
    expect(refusal(await save(owner, [{ Metric: 'WagesPercent' }]))).toMatchObject({ status: 404, code: 'SwitchedOff' })
  })

  it('asks for each figure the tag its report asks for', () => {
    for (const { id, source, tag } of METRICS) {
      const path = SOURCE_PATHS[source]
      const report = operations.find(({ operation }) => operation.path === path && operation.method === 'GET')
      expect([id, report !== undefined && satisfies(ruleOf(report.operation.access) as TagRule, [tag])]).toEqual([id, true])
    }
  })
})
