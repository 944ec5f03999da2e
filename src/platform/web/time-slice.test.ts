import { expect, it } from 'vitest'
import { TimeSlice } from './time-slice.ts'

const workFor = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until; );
}

it('others have their turns in between, as often as the work is long', async () => {
  let others = 0
  let isDone = false
  const other = () => {
    others += 1
    if (!isDone) setImmediate(other)
  }
  setImmediate(other)
  const slice = new TimeSlice()
  let passed = 0
  for (let part = 0; part < 20; part += 1) {
    if (slice.isOver) {
      passed += 1
      await slice.pass()
    }
    workFor(1.5)
  }
  isDone = true
  // The first part may come late on a busy machine.
  expect(passed).toBeGreaterThanOrEqual(19)
  expect(others).toBeGreaterThanOrEqual(18)
})

it('short work is done in one go', () => {
  const slice = new TimeSlice()
  expect(slice.isOver).toBe(false)
})

it('goes through work that yields, to what comes of it', async () => {
  let others = 0
  const other = setInterval(() => {
    others += 1
  }, 1)
  function* work() {
    for (let part = 0; part < 10; part += 1) {
      workFor(2)
      yield
    }
    return 'done'
  }
  expect(await new TimeSlice().through(work())).toBe('done')
  clearInterval(other)
  expect(others).toBeGreaterThanOrEqual(5)
})
