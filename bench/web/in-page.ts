/** What the browser reported since the page was opened. */
export interface Seen {
  /** Milliseconds until the largest thing was painted. */
  lcp: number
  /** The worst five seconds of shifting, as the Web Vitals count it. */
  cls: number
  /** What moved, most first. */
  moved: string[]
  /** Key presses and taps: when, and milliseconds until the next frame was shown. */
  events: { at: number; took: number; name: string }[]
}

declare global {
  interface Window {
    vitalsSeen(): Seen
  }
}

/** Runs inside each page before anything else of it: it must not use anything from outside of itself. */
export const watchVitals = (): void => {
  let lcp = 0
  const shifts: { at: number; value: number; moved: string[] }[] = []
  const events: Seen['events'] = []
  const nameOf = (node: Node | null) => (node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : (node?.nodeName ?? ''))
  const observers = [
    {
      type: 'largest-contentful-paint',
      take: (entry: PerformanceEntry) => {
        lcp = entry.startTime
      },
    },
    {
      type: 'layout-shift',
      take: (entry: PerformanceEntry) => {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
        if (!hadRecentInput) shifts.push({ at: entry.startTime, value, moved: sources.map(({ node }) => nameOf(node)) })
      },
    },
    {
      type: 'event',
      take: (entry: PerformanceEntry) => {
        const { interactionId } = entry as PerformanceEntry & { interactionId: number }
        if (interactionId > 0) events.push({ at: entry.startTime, took: entry.duration, name: entry.name })
      },
    },
  ].map(({ type, take }) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(take))
    observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
    return { observer, take }
  })
  window.vitalsSeen = () => {
    for (const { observer, take } of observers) observer.takeRecords().forEach(take)
    // Shifts less than a second apart belong together, for five seconds at most.
    let worst = 0
    let sum = 0
    let began = Number.NEGATIVE_INFINITY
    let last = Number.NEGATIVE_INFINITY
    for (const { at, value } of shifts) {
      const goesOn = at - last < 1_000 && at - began < 5_000
      if (!goesOn) began = at
      sum = goesOn ? sum + value : value
      last = at
      worst = Math.max(worst, sum)
    }
    const moved = [...shifts].sort((a, b) => b.value - a.value).map(({ value, moved: what }) => `${value.toFixed(4)} ${what.join(', ')}`)
    return { lcp, cls: worst, moved: moved.slice(0, 5), events }
  }
}
