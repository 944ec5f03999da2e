import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LineChart } from './line-chart.tsx'

it.each([2, 7, 8, 24, 28, 52])('of %i points each label stands at its own point, and the open point and the end of a line too', (n) => {
  const points = Array.from({ length: n }, (_, i) => `d${i}`)
  const drawn = renderToStaticMarkup(
    createElement(LineChart, {
      label: 'Sales',
      points,
      lines: [{ name: 'Net', values: points.map((_, i) => i), look: 's1', end: '9' }],
      now: n - 1,
      compact: String,
    }),
  )
  const line = [...drawn.matchAll(/<path[^>]* d="(M[^"]*L[^"]*)"/g)][0]?.[1] ?? ''
  const at = [...line.matchAll(/[ML]([\d.]+) /g)].map(([, x]) => Number(x))
  expect(at).toHaveLength(n)
  const labels = [...drawn.matchAll(/left:clamp\([^,]*, ?([\d.]+)%[^>]*>d(\d+)</g)].map(([, x, i]) => [Number(i), Number(x)] as const)
  expect(labels.length).toBeGreaterThan(1)
  for (const [i, x] of labels) expect(x).toBeCloseTo(at[i] ?? Number.NaN, 1)
  expect(Number(drawn.match(/d="M([\d.]+) 0V100"/)?.[1])).toBeCloseTo(at.at(-1) ?? Number.NaN, 1)
  expect(Number(drawn.match(/style="left:([\d.]+)%;top/)?.[1])).toBeCloseTo(at.at(-1) ?? Number.NaN, 1)
})
