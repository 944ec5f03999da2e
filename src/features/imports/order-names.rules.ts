import type { FileRow } from './file-table.rules.ts'
import { isMark } from './guess/cell-marks.rules.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import type { ImportPlace, PlaceFinder } from './import-places.rules.ts'
import { type CellReader, cellReader } from './row-reader.rules.ts'

/** The name of the order a row belongs to: equal names, one order. '' where the row has no order number. */
export type OrderOf = (row: FileRow) => string

/** Tells orders apart as they are told apart once stored: by location, till and order number. */
export const orderFinder = (mapping: ImportMapping, headings: readonly string[], places: PlaceFinder): OrderOf =>
  nameFinder(mapping, headings, places, 'SaleId')

/** The order that a row voids, as `orderFinder` names it; '' where the row is no void. */
export const voidedFinder = (mapping: ImportMapping, headings: readonly string[], places: PlaceFinder): OrderOf => {
  const read: CellReader = cellReader(mapping, headings)
  const [own, named] = [nameFinder(mapping, headings, places, 'SaleId'), nameFinder(mapping, headings, places, 'OriginalSaleId')]
  return (row) => (read(row, 'Type') === 'Void' ? named(row) || own(row) : '')
}

const nameFinder = (mapping: ImportMapping, headings: readonly string[], places: PlaceFinder, number: 'SaleId' | 'OriginalSaleId'): OrderOf => {
  const read: CellReader = cellReader(mapping, headings)
  // Not by their ids: a location that is made has another one after that.
  const numberOf = numbersOf(places)
  return (row) => {
    const id = read(row, number)
    if (id === '') return ''
    const [code, name] = [read(row, 'LocationCode'), read(row, 'Location')]
    const place = places.placeOf(code, name)
    return [place ? numberOf(place) : `${code}\u0001${name}`, read(row, 'TerminalId') || 'Import', id].join('\u0002')
  }
}

const numbersByFinder = new WeakMap<PlaceFinder, Map<ImportPlace, number>>()

/** Numbers places in the order they are met, the same for whoever asks one finder. */
const numbersOf = (places: PlaceFinder): ((place: ImportPlace) => number) => {
  const numbers = numbersByFinder.get(places) ?? new Map<ImportPlace, number>()
  numbersByFinder.set(places, numbers)
  return (place) => {
    const number = numbers.get(place) ?? numbers.size
    numbers.set(place, number)
    return number
  }
}

/** The order number of a row that does not say where it belongs (a blank, N/A, UNKNOWN); '' of all others. */
export const numberWithoutPlace = (mapping: ImportMapping, headings: readonly string[], places: PlaceFinder): OrderOf => {
  const read: CellReader = cellReader(mapping, headings)
  return (row) => {
    const [code, name] = [read(row, 'LocationCode'), read(row, 'Location')]
    return isMark(name || code) && !places.placeOf(code, name) ? read(row, 'SaleId') : ''
  }
}
