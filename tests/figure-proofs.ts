import { expect } from 'vitest'
import * as z from 'zod/mini'
import { comeRows } from '#features/reports/kit/by-period.rules.ts'
import type { AnyOperation, Table, TableWords } from '#shared/endpoint.ts'
import { text } from '#shared/messages.ts'
import type { Cells, FigureHouse } from './figure-house.ts'
import { filesOf } from './report-files.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of a dozen reports, each read as its contract has it.
export type Answer = any
/** Figures of an answer beside what they are made of. */
export type Proof = [what: string, told: Cells, made: Cells]

/** A report, and how each figure of it is proven. */
export interface Report {
  operation: AnyOperation
  query: Record<string, string>
  /** What the answer says row by row, by the keys of columns. */
  rows: (answer: Answer) => Cells[]
  totals?: (answer: Answer) => Cells
  /** Columns that are words, or worked out of other cells. */
  worded?: readonly string[]
  /** Figures of the answer beside what the lines come to. */
  proofs: (answer: Answer) => Proof[] | Promise<Proof[]>
}

export const eachPeriod = (answer: Answer): Cells[] =>
  answer.Locations.flatMap((place: Answer) => comeRows<Cells>(answer.Periods, place.ByPeriod).map((cell) => ({ ...cell, Location: place.Name })))
export const eachPlace = (answer: Answer): Cells[] => answer.Locations.map((place: Cells) => ({ ...place, Location: place.Name }))

/** The figures of every row beside rows of SQL under the same names, none left over on either side. */
export const rowByRow = (what: string, told: readonly (readonly [string, Cells])[], rows: readonly Cells[]): Proof[] => {
  const made = new Map(rows.map(({ key, ...figures }) => [String(key), figures]))
  const isAnything = (figures: Cells) => Object.values(figures).some((value) => Number(value) !== 0)
  const missing = [...made].filter(([key, figures]) => isAnything(figures) && !told.some(([name]) => name === key)).map(([key]) => key)
  return [[`${what}: rows`, { missing }, { missing: [] }], ...told.map(([key, row]): Proof => [`${what} ${key}`, row, made.get(key) ?? { [`no ${key}`]: 1 }])]
}

/** To the hundredth, a half away from zero. */
export const hundredths = (value: number): number => (Math.sign(value) * Math.round(Math.abs(value) * 100 + 1e-6)) / 100

/** What is worked out for each guest comes in whole cents. */
export const inCents = (figures: Cells): Cells => Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, hundredths(Number(value))]))

const WORDS: TableWords = {
  language: 'en',
  venueName: '',
  loyaltyName: '',
  say: (messages, key, values = {}) => text(messages, 'en', key, { loyalty: 'Loyalty', tax: 'GST', ...values }),
}
/** To the hundredth; a figure of nothing is nothing. */
const rounded = (figures: Cells, names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, Array.isArray(figures[name]) ? figures[name] : Math.round(Number(figures[name] ?? 0) * 10_000 + 1e-6) / 10_000 + 0]),
  )

/** Each figure of the answer is the cell of its CSV and of its XLSX, and what the lines, tenders and adjustments come to. */
export const proveFigures = async ({ app, owner }: FigureHouse, { operation, query, rows, totals, worded = [], proofs }: Report): Promise<void> => {
  const { status, body } = await owner.call('GET', `${operation.path}?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
  const answer = body as Answer
  const { csv, xlsx } = await filesOf(app.url, owner, operation.path, query)
  expect(xlsx).toEqual(csv)
  // The report's own table is asked for the names of its columns alone.
  const { columns } = (operation.table as (answer: unknown, query: unknown, words: TableWords) => Table)(
    answer,
    z.parse(operation.query as z.ZodMiniType, query),
    WORDS,
  )
  const [header, ...cells] = csv
  expect(header).toEqual(columns.map(({ title }) => title))
  const own = rows(answer)
  expect(own.length).toBeGreaterThan(0)
  for (const [i, row] of [...own, ...(totals ? [totals(answer)] : [])].entries()) {
    const isTotal = i === own.length
    const proven = columns.filter(({ key }) => !worded.includes(key) && (key in row || !isTotal))
    const at = (key: string) => cells[i]?.[columns.findIndex((column) => column.key === key)]
    expect(Object.fromEntries(proven.map(({ key }) => [key, at(key)])), `row ${i}`).toEqual(
      Object.fromEntries(proven.map(({ key }) => [key, key in row ? String(row[key] ?? '') : `no ${key}`])),
    )
  }
  for (const [what, said, made] of await proofs(answer)) {
    if (Array.isArray(said)) expect(said, what).toEqual(made)
    else {
      const names = Object.keys(made).filter((figure) => figure in said)
      expect(names.length, `${what} ${Object.keys(made)}`).toBeGreaterThan(0)
      expect(rounded(said, names), what).toEqual(rounded(made, names))
    }
  }
}
