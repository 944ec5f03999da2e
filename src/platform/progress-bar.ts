/** Shows on a terminal how far a piece of work is. */
export interface ProgressBar {
  /** @param part of the work that is done, 0 to 1 */
  update(part: number): void
  /** Leaves the line, so that what follows begins a new one. */
  done(): void
}

const WIDTH = 28
const EVERY_MS = 100

/** A bar that draws itself over and over in one line; where nobody watches, a line for every quarter of the way. */
export const progressBar = (what: string, stream: NodeJS.WriteStream = process.stderr, now: () => number = Date.now): ProgressBar => {
  const began = now()
  let drawnAt = 0
  let drawn = ''
  let isFull = false
  let quarter = 0
  const draw = (part: number) => {
    const full = Math.floor(part * WIDTH)
    const seconds = Math.round((now() - began) / 1000)
    drawn = `${what}  ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}  ${String(Math.floor(part * 100)).padStart(3)} %  ${seconds} s`
    stream.write(`\r${drawn.slice(0, (stream.columns || 80) - 1)}`)
  }
  return {
    update: (part) => {
      const bounded = Math.min(Math.max(part, 0), 1)
      if (stream.isTTY) {
        if (now() - drawnAt < EVERY_MS && (bounded < 1 || isFull)) return
        drawnAt = now()
        isFull = bounded === 1
        draw(bounded)
        return
      }
      const reached = Math.floor(bounded * 4)
      if (reached > quarter) stream.write(`${what}: ${reached * 25} %\n`)
      quarter = Math.max(quarter, reached)
    },
    done: () => {
      if (drawn !== '') stream.write('\n')
      drawn = ''
    },
  }
}
