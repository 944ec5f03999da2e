import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '#platform/version.ts'
import type { GroupPeople } from './group-people.ts'

export interface Selling {
  child: ChildProcess
  since: number
}

/** Tills at work in the group's largest venue: a program that is only starting takes more of the machine than it does selling. */
export const startSelling = async (
  url: string,
  { tillKeys, locationIds }: Pick<GroupPeople, 'tillKeys' | 'locationIds'>,
  { lines, perSecond }: { lines: number; perSecond: number },
): Promise<Selling> => {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'bench/selling.ts')], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit', 'ipc'] })
  const keys = locationIds.map((locationId, i) => ({ locationId, key: tillKeys[i] }))
  child.stdin?.end(JSON.stringify({ url, lines, keys, perSecond, name: `bench ${Date.now()}` }))
  await once(child, 'message')
  return { child, since: performance.now() }
}

export const stopSelling = async ({ child, since }: Selling): Promise<{ perSecond: number; slowest: number }> => {
  if (child.exitCode !== null) throw new Error('The tills gave up.')
  const words = text(child.stdout as NonNullable<typeof child.stdout>)
  child.kill('SIGTERM')
  await once(child, 'exit')
  const { stored, slowest } = JSON.parse(await words) as { stored: number; slowest: number }
  return { perSecond: (stored * 1000) / (performance.now() - since), slowest }
}
