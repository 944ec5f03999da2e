import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#platform/web/free-port.ts'
import { startServer } from '../server-process.ts'

/** The sample venue with all its trade, served as a venue's own house is: in production, by a process of its own. */
export interface House {
  url: string
  close(): Promise<void>
}

const FILLING_MS = 10 * 60_000

/** Fills the sample and serves it. WEB_DATA in the environment names a folder to keep it in until the next run. */
export const openHouse = async (): Promise<House> => {
  const kept = process.env.WEB_DATA
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'daybook-web-'))
  const settings = { DAYBOOK_DATA: folder, DATABASE_URL: '' }
  const filling = await startServer(await freePort(), settings)
  await untilFilled(filling.url)
  await filling.end('SIGTERM')
  // The sample is never made in production; one that is there already is a venue like any other.
  const server = await startServer(await freePort(), { ...settings, NODE_ENV: 'production' })
  return {
    url: server.url,
    close: async () => {
      await server.end('SIGTERM')
      if (kept === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const untilFilled = async (url: string) => {
  const giveUpAt = performance.now() + FILLING_MS
  while (performance.now() < giveUpAt) {
    const { SamplePercent } = (await (await fetch(`${url}/api/ready`)).json()) as { SamplePercent: number | null }
    if (SamplePercent === 100) return
    await sleep(500)
  }
  throw new Error('The sample was not filled within ten minutes.')
}
