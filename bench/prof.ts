import { salesReport } from '#features/reports/sales-summary/sales-report.sql.ts'
import { openDatabase } from '#platform/database.ts'
import { VenueScope } from '#platform/venue-scope.ts'
import { startGroup } from './group-house.ts'
import { peopleOfGroup } from './group-people.ts'
import { LAST_DAY, queryOf, rowsOf } from './report-draws.ts'
import { percentile } from './results.ts'

const LINES = Number(process.env.LINES ?? 450000)
const pg = await startGroup(LINES)
const { locationIds } = await peopleOfGroup(pg.url, 1)
const db = openDatabase(pg.url, 2)
const rows = rowsOf(1, Number(process.env.COUNT ?? 30), locationIds, 1500)
const only = process.env.ONLY
const all = rows.filter((r) => !only || r.what.includes(only))
for (let pass = 0; pass < 2; pass++)
  for (const row of all) {
    const t: number[] = [],
      j: number[] = []
    let bytes = 0
    const c0 = process.cpuUsage()
    for (const d of row.draws) {
      await db.readVenue(1, async (sql) => {
        const s = performance.now()
        const scope = await VenueScope.forJob(sql, 1, new Date(`${LAST_DAY}T10:04:00Z`))
        const a = await salesReport(scope, queryOf(d) as never, row.unit)
        t.push(performance.now() - s)
        const s2 = performance.now()
        bytes = JSON.stringify(a).length
        j.push(performance.now() - s2)
      })
    }
    const c = process.cpuUsage(c0)
    if (pass)
      console.log(
        row.what.padEnd(40),
        'p50',
        percentile(t, 50).toFixed(1),
        'p95',
        percentile(t, 95).toFixed(1),
        'json',
        percentile(j, 50).toFixed(1),
        'kb',
        (bytes / 1024).toFixed(0),
        'cpu/q',
        (c.user / 1000 / row.draws.length).toFixed(1),
      )
  }
await db.close()
await pg.stop()
