import { connectAsOwner } from '#platform/database.ts'
import { startGroup } from './group-house.ts'

const pg = await startGroup(Number(process.env.LINES))
const o = connectAsOwner(pg.url)
await o.unsafe(`alter system set log_min_duration_statement = ${process.env.ON ?? '0'}`)
await o.end()
await pg.stop()
