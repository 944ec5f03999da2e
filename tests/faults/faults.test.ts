import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#platform/version.ts'

/**
 * Each fault a few times over, so that what holds for hundreds of them does not stop holding unseen. How fast is measured apart: each has
 * a house of its own and mostly waits, so that they go side by side.
 */
it.concurrent.each([
  ['f01', '2'],
  ['f02', '4'],
  ['f04', '2'],
  ['f17', '3'],
  ['f18', '2'],
  ['f21', '2'],
])(
  '%s leaves everything as it must be',
  async (name, times) => {
    const child = spawn(process.execPath, [join(ROOT, 'scripts/fault.mjs'), name], {
      cwd: ROOT,
      env: { ...process.env, TIMES: times, UNTIMED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let words = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more: string) => (words += more))
    const [code] = await once(child, 'exit')
    expect(words.includes('I13') && code === 0, words).toBe(true)
  },
  240_000,
)
