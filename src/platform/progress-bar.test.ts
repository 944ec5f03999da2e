import { describe, expect, it } from 'vitest'
import { progressBar } from './progress-bar.ts'

const terminal = (isTTY: boolean) => {
  const written: string[] = []
  const stream = { isTTY, columns: 60, write: (text: string) => written.push(text) } as unknown as NodeJS.WriteStream
  return { stream, written }
}

describe('a progress bar', () => {
  it('draws itself in one line, ten times a second at most, and full at the end', () => {
    const { stream, written } = terminal(true)
    let now = 0
    const bar = progressBar('Filling', stream, () => now)
    for (let step = 0; step <= 1000; step += 1) {
      now += 2
      bar.update(step / 1000)
      bar.update(step / 1000)
    }
    bar.done()
    bar.done()
    expect(written.length).toBeLessThan(25)
    expect(written.at(-2)).toBe(`\rFilling  ${'█'.repeat(28)}  100 %  2 s`)
    expect(written.filter((text) => text.includes('\n'))).toEqual(['\n'])
  })

  it('says every quarter where nobody watches, and bears any figure', () => {
    const { stream, written } = terminal(false)
    const bar = progressBar('Filling', stream)
    for (const part of [-1, 0, 0.1, 0.3, 0.3, 0.2, 0.8, 7, 1]) bar.update(part)
    bar.done()
    expect(written).toEqual(['Filling: 25 %\n', 'Filling: 75 %\n', 'Filling: 100 %\n'])
  })
})
