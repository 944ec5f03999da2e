/** Two weeks of hours as they look at a made-up venue: a shape to decorate the door with, no figures. */
const SHAPE: readonly string[] = [
  '2 2 2 2 2 2 2 2 2 2 2 2 2 2 2',
  '2 2 2 2 2 2 2 2 2 2 2 2 2 2 2',
  '2 2 2 2 4 5 3 2 2 2 3 4 4 4 2',
  '3 6 5 6 14 12 10 4 4 6 7 10 17 9 3',
  '6 9 7 12 17 20 18 5 8 10 9 20 23 13 6',
  '6 6 9 10 14 24 13 5 9 7 10 19 17 15 5',
  '6 11 13 11 25 31 16 8 10 10 16 20 30 21 6',
  '13 27 21 29 55 50 44 15 19 28 27 44 72 34 15',
  '27 36 35 56 69 100 75 19 41 41 40 92 94 60 28',
  '23 28 42 42 65 109 53 22 39 30 48 76 77 71 20',
  '11 22 23 22 50 53 32 15 18 22 29 36 61 38 11',
  '9 16 13 20 33 32 30 9 13 18 16 31 44 21 10',
  '13 15 18 25 31 51 33 9 20 18 20 44 40 31 13',
  '20 27 39 35 65 96 46 22 33 28 46 63 76 65 17',
  '28 60 55 59 132 125 92 39 43 61 71 94 165 89 31',
  '42 67 55 91 129 149 130 35 61 76 66 145 177 92 46',
  '41 45 63 76 97 171 95 31 65 51 70 134 122 107 37',
  '21 35 45 39 83 106 54 27 35 35 55 68 98 74 19',
  '13 27 22 28 56 51 43 16 19 28 28 43 72 35 14',
  '10 14 13 22 27 37 29 8 15 16 15 35 37 23 11',
  '5 5 8 8 12 21 10 4 8 6 9 15 15 14 4',
  '2 3 3 3 6 6 4 2 2 2 4 4 7 5 2',
  '2 2 2 2 2 2 2 2 2 2 2 2 2 2 2',
  '2 2 2 2 2 2 2 2 2 2 2 2 2 2 2',
]
const SAMPLE = SHAPE.map((line) => line.split(' ').map(Number))

const WIDTH = 1440
const PITCH = 40
const FIRST_HOUR = 5
/** Of the space between two lines, so that the busiest two never touch. */
const THICKEST = 17.7
const THINNEST = 0.2

/** The trading day as engraved lines, one per hour from the cut-off: the thicker, the busier. Each series is that hour through the days. */
export const HoursPicture = ({ hours = SAMPLE }: { hours?: readonly (readonly number[])[] }) => {
  const most = Math.max(1, ...hours.flat())
  const now = new Date().getHours()
  return (
    <>
      <svg className="engrave" viewBox={`0 0 ${WIDTH} ${PITCH * hours.length}`} preserveAspectRatio="none" aria-hidden="true">
        {hours.map((series, row) => (
          <path key={hourText(row)} d={linePath(series, row, most)} />
        ))}
      </svg>
      <ol className="clock" aria-hidden="true">
        {hours.map((_, row) => (
          <li key={hourText(row)} className={(FIRST_HOUR + row) % 24 === now ? 'flag' : undefined}>
            {hourText(row)}
          </li>
        ))}
      </ol>
    </>
  )
}

const hourText = (row: number) => String((FIRST_HOUR + row) % 24).padStart(2, '0')

/** The outline of one line: along its upper edge and back along the lower, smoothly. */
const linePath = (series: readonly number[], row: number, most: number): string => {
  const step = WIDTH / Math.max(1, series.length - 1)
  const middle = PITCH * row + PITCH / 2
  const half = series.map((value) => Math.max(THINNEST, (value / most) * THICKEST))
  const upper = half.map((thickness, day) => [Math.round(day * step), middle - thickness] as const)
  const lower = half.map((thickness, day) => [Math.round(day * step), middle + thickness] as const).reverse()
  return `M${smooth(upper)}L${smooth(lower)}Z`
}

const smooth = (points: readonly (readonly [number, number])[]): string =>
  points
    .map(([x, y], i) => {
      const before = points[i - 1]
      if (!before) return `${x} ${y.toFixed(1)}`
      const between = Math.round((before[0] + x) / 2)
      return `C${between} ${before[1].toFixed(1)} ${between} ${y.toFixed(1)} ${x} ${y.toFixed(1)}`
    })
    .join('')
