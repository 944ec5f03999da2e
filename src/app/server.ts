import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { createSampleVenue } from '#db/demo/venue.ts'
import { linkToBegin } from '#features/membership/begin/begin.sql.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { mailPlace } from '#platform/mail/mail.ts'
import { readSettings, type Settings } from '#platform/settings.ts'
import { ROOT, VERSION } from '#platform/version.ts'
import { keepSelling } from './sample.ts'
import { serve } from './serve.ts'

// Where a few pages of rows outlived a young collection, V8 makes all later rows old at once, to be found dead only when the heap has grown by
// a hundred megabytes. Rows of an answer never grow old.
setFlagsFromString('--no-allocation-site-pretenuring')
// Left to itself V8 lets the heap grow to four times what lives before it looks what is dead: under many slow callers it came to 120 MB of which
// 35 lived. It may double.
setFlagsFromString('--heap-growing-percent=100')

// A request asks the database for several things at once. The first that fails answers its caller; when another fails after it, nobody is waiting any more, and
// Node would end the process, and with it the requests of everybody else. What comes from the database or the network has a code, and one line says it all.
process.on('unhandledRejection', (error: unknown) => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  console.error('This failed when nobody was waiting for it any more:', code === undefined ? error : message)
})

/** Starts everything, says where it is, and stops everything on Ctrl-C or SIGTERM. */
const main = async () => {
  const settings = settingsOrEnd()
  let asked = false
  const stops: (() => Promise<void>)[] = []
  const stopAll = once(async () => {
    for (const stop of stops.reverse()) await stop().catch((error: unknown) => console.error(error))
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      asked = true
      void stopAll().then(() => process.exit(0))
    })
  }
  try {
    const databaseUrl = settings.databaseUrl ?? (await startEmbedded(settings, stops))
    await migrate(databaseUrl, settings.databaseLogins)
    const sampleVenue = settings.sample ? await createSampleVenue(databaseUrl, settings.sampleAsked) : undefined
    const running = await serve(settings, databaseUrl)
    stops.push(running.close)
    void running.superseded.then(() => giveWay(stopAll))
    if (sampleVenue !== undefined && settings.sampleHistory) stops.push(keepSelling(running.database, sampleVenue, say))
    const withSample = sampleVenue !== undefined
    introduce(settings, running.url, withSample, withSample ? undefined : await linkToBegin(running.database.house, settings.publicUrl, new Date()))
    process.send?.('ready')
  } catch (error) {
    // Stopped half-way, a start fails in one way or another; nobody needs to read how.
    if (asked) return
    console.error(reasonOf(error, settings))
    if (settings.logLevel === 'debug') console.error(error)
    await stopAll()
    process.exit(1)
  }
}

/** Whoever sends us callers asks now and then whether we are ready: they are given a moment to hear that we are not. */
const NOT_READY_MS = 2_000

const giveWay = async (stopAll: () => Promise<void>): Promise<void> => {
  say('A newer version of Daybook has migrated the database, so this one stops.')
  await sleep(NOT_READY_MS)
  await stopAll()
  process.exit(0)
}

const settingsOrEnd = (): Settings => {
  try {
    return readSettings(process.env, ROOT)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const reasonOf = (error: unknown, settings: Settings): unknown => {
  if (!(error instanceof Error)) return error
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error.message
  return `Port ${settings.port} of ${settings.host} is used by another program. Stop that program, or choose another port: PORT=${settings.port + 1} npm start`
}

const startEmbedded = async (settings: Settings, stops: (() => Promise<void>)[]): Promise<string> => {
  const postgres = await startPostgres({ dataDir: join(settings.dataFolder, 'postgres'), log: say, holder: `Daybook at ${settings.publicUrl}` })
  stops.push(postgres.stop)
  return postgres.url
}

const introduce = (settings: Settings, url: string, withSample: boolean, begin: string | undefined) => {
  say('')
  say(`Daybook ${VERSION} is at ${url}`)
  if (withSample) {
    say('')
    say('  Sample venue "Harbour & Vine (sample)". Sign in as')
    for (const [name, role] of [
      ['owner', 'sees everything of the venue'],
      ['manager', 'runs the day'],
      ['staff', 'sees little'],
      ['admin', 'sets up venues'],
    ]) {
      say(`    ${name?.padEnd(8)}  password harbour-and-vine   ${role}`)
    }
  }
  if (begin) {
    say('')
    say('  There are no users yet. Open this address to set up your own venue. It works once, within 24 hours:')
    say(`    ${begin}`)
  }
  say('')
  say(`  Mail: ${mailPlace(settings)}`)
  say(`  Database: ${settings.databaseUrl ? 'the server of DATABASE_URL' : join(settings.dataFolder, 'postgres')}`)
  say('  Ctrl-C stops it.')
  say('')
}

const say = (line: string) => console.log(line)

const once = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined
  return () => (running ??= work())
}

await main()
