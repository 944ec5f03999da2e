import { decimalsOf } from '#shared/money.ts'
import type { SentTarget } from './targets.contract.ts'
import { MOST_AMOUNT } from './targets.rules.ts'

/** A location as far as its column goes. */
export interface Place {
  LocationId: number
  Name: string
  Currency: string
}

/** What is written in the cells of a year, by location and month. */
export type Cells = Record<string, string>

export const cellOf = (locationId: number, month: string): string => `${locationId} ${month}`

/** The amount typed in a cell, in minor units: null is no target, undefined is no amount. */
export const minorIn = (typed: string, currency: string): number | null | undefined => {
  const plain = typed.normalize('NFKC').replace(/[,\s]/g, '')
  if (plain === '') return null
  const decimals = decimalsOf(currency)
  const [, whole = '', fraction = ''] = /^(\d{1,13})(?:\.(\d+))?$/.exec(plain) ?? []
  if (whole === '' || fraction.replace(/0+$/, '').length > decimals) return undefined
  const minor = Number(whole) * 10 ** decimals + Number(fraction.slice(0, decimals).padEnd(decimals, '0') || 0)
  return minor <= MOST_AMOUNT * 10 ** decimals ? minor : undefined
}

/** The cells whose amount cannot be taken. */
export const wrongCells = (cells: Cells, places: readonly Place[], months: readonly string[]): Set<string> =>
  new Set(
    places.flatMap(({ LocationId, Currency }) =>
      months.map((month) => cellOf(LocationId, month)).filter((cell) => minorIn(cells[cell] ?? '', Currency) === undefined),
    ),
  )

/** What some cells come to in minor units; null where none of them has an amount, or they are of several currencies. */
export const sumOf = (cells: Cells, places: readonly Place[], months: readonly string[]): number | null => {
  if (new Set(places.map(({ Currency }) => Currency)).size > 1) return null
  const amounts = places.flatMap(({ LocationId, Currency }) => months.map((month) => minorIn(cells[cellOf(LocationId, month)] ?? '', Currency)))
  const known = amounts.filter((amount) => typeof amount === 'number')
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0)
}

/** The targets to be sent: those whose amount is another than what is there, whatever way it is written. */
export const changedTargets = (there: Cells, cells: Cells, places: readonly Place[], months: readonly string[]): SentTarget[] =>
  places.flatMap(({ LocationId, Currency }) =>
    months.flatMap((month) => {
      const [before, after] = [there, cells].map((some) => minorIn(some[cellOf(LocationId, month)] ?? '', Currency))
      if (after === undefined || after === before) return []
      return [{ LocationId, Month: month, Amount: after === null ? null : after / 10 ** decimalsOf(Currency) }]
    }),
  )

/** What was sold at a location in a month one year before, in major units. */
export type SoldIn = (locationId: number, month: string) => number | null | undefined

/** Cells filled in from what was sold a year before and a percentage, in whole amounts. @param replace cells that have an amount are filled in too */
export const filledIn = (cells: Cells, places: readonly Place[], months: readonly string[], sold: SoldIn, percent: number, replace: boolean): Cells =>
  Object.fromEntries(
    places.flatMap(({ LocationId }) =>
      months.flatMap((month) => {
        const [cell, net] = [cellOf(LocationId, month), sold(LocationId, month) ?? 0]
        if (net <= 0 || (!replace && (cells[cell] ?? '').trim() !== '')) return []
        return [[cell, String(Math.max(0, Math.round((net * (100 + percent)) / 100)))]]
      }),
    ),
  )
