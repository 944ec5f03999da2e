import readXlsxFile from 'read-excel-file/node'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { chosen, figuresFrom, readSales } from '../sales-oracle.ts'

/** Where to ask, and as whom. */
export interface Api {
  url: string
  credential: string
}

const VENUE = 1

/**
 * Asks for everything the venue sold by location and day, as JSON, CSV and XLSX, and works the same out from lines, tenders and
 * adjustments alone. Answers how many figures and rows differ.
 */
export const differingFigures = async ({ url, credential }: Api, databaseUrl: string): Promise<number> => {
  const sales = await readSales(databaseUrl, VENUE)
  const days = sales.map(({ day }) => day).sort()
  const range = { FromDate: days[0] ?? '2026-01-01', ToDate: days.at(-1) ?? '2026-01-01' }
  const get = async (more: Record<string, string>): Promise<Buffer> => {
    const asked = await fetch(`${url}/api/sales/day?${new URLSearchParams({ ...range, View: 'detail', ...more })}`, { headers: { authorization: credential } })
    if (!asked.ok) throw new Error(`The report was answered ${asked.status}: ${await asked.text()}`)
    return Buffer.from(await asked.arrayBuffer())
  }
  const answer = JSON.parse((await get({})).toString()) as SalesAnswer
  const csv = csvRows((await get({ format: 'csv' })).toString())
  const sheet = await readXlsxFile(await get({ format: 'xlsx' }))
  const cells = (Array.isArray(sheet[0]) ? sheet : (sheet as unknown as { data: unknown[][] }[])[0]?.data) as unknown[][]
  const xlsx = cells.map((row) => row.map((cell) => String(cell ?? '')))
  return differingSums(answer, sales, range) + differingRows(answer, csv) + differing(csv, xlsx)
}

const differingSums = (
  answer: SalesAnswer,
  sales: Awaited<ReturnType<typeof readSales>>,
  { FromDate, ToDate }: { FromDate: string; ToDate: string },
): number => {
  const places = answer.Locations.map((location) => ({ told: location, locations: [location.LocationId] }))
  return [...places, { told: answer.Totals, locations: undefined }]
    .flatMap(({ told, locations }) => {
      const right = figuresFrom(chosen(sales, { from: FromDate, to: ToDate, locations }))
      return Object.entries(right).map(([name, value]) => Math.abs(value - Number((told as unknown as Record<string, number>)[name])) < 0.005)
    })
    .filter((agrees) => !agrees).length
}

/** The rows of locations and days in a file, against the answer's. */
const differingRows = (answer: SalesAnswer, [header = [], ...rows]: string[][]): number => {
  const [net, takings] = [header.indexOf('Net sales'), header.indexOf('Takings')]
  const told = rows.map((row) => [row[0], row[1], row[net], row[takings]].join(' '))
  return answer.Locations.flatMap(({ Name, ByPeriod }) =>
    answer.Periods.map(({ Period }, i) => [Name, Period, ByPeriod.Net[i], ByPeriod.Takings[i]].join(' ')),
  ).filter((row, index) => told[index] !== row).length
}

const differing = (some: readonly string[][], others: readonly string[][]): number =>
  Array.from({ length: Math.max(some.length, others.length) }, (_, index) => some[index]?.join('\t') === others[index]?.join('\t')).filter((agrees) => !agrees)
    .length

const csvRows = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((row) => row.split(','))
