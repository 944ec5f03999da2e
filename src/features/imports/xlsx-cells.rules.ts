/** What a workbook says of how its cells are to be read. */
export interface CellReading {
  strings: readonly string[]
  /** Which formats, by their number, show a date or a time. */
  dateStyles: readonly boolean[]
  /** Days are counted from 1904 on. */
  from1904: boolean
}

const DAY_MS = 86_400_000
/** Day 0 of a workbook is 30 December 1899, as its 1900 has a 29 February. */
const DAYS_BEFORE_1970 = 25_569
const DAYS_FROM_1900_TO_1904 = 1462

/**
 * The text of a cell as a CSV would have it.
 * @param type the cell's `t`
 * @param style the cell's `s`, an index
 * @returns undefined where the cell points to a text that is not there
 */
export const cellText = (type: string, style: string, value: string, { strings, dateStyles, from1904 }: CellReading): string | undefined => {
  if (value === '') return ''
  if (type === 's') return strings[Number(value)]
  if (type === 'b') return value === '1' ? 'true' : value === '0' ? 'false' : value
  if (type === 'd') return dateText(Date.parse(/Z$|[+-]\d\d:\d\d$/.test(value) || !value.includes('T') ? value : `${value}Z`)) ?? value
  if (type !== 'n' && type !== '') return plainText(value)
  const number = Number(value)
  if (Number.isNaN(number)) return value
  if (!dateStyles[Number(style || Number.NaN)]) return plainNumber(number)
  return dateText(Math.round((number + (from1904 ? DAYS_FROM_1900_TO_1904 : 0) - DAYS_BEFORE_1970) * DAY_MS)) ?? value
}

/** Characters that XML cannot hold are written as their code: _x000D_. */
export const plainText = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text

/** A workbook keeps dates without a zone, which are read as if in UTC. Times alone lie before 1901. */
const dateText = (at: number): string | undefined => {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return undefined
  const iso = date.toISOString()
  if (date.getUTCFullYear() < 1901) return iso.slice(11, 19)
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}

/** 0.1 + 0.2 as the workbook shows it: fifteen digits are what a spreadsheet keeps. */
const plainNumber = (value: number): string => {
  const text = String(Number(value.toPrecision(15)))
  return /e/i.test(text) ? value.toFixed(10).replace(/\.?0+$/, '') : text
}

/** Formats of dates and times that every workbook knows by their number, in any language. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58) || (id >= 71 && id <= 81)

const DATE_TOKEN = /^(?:s{1,2}|m{1,5}|h{1,2}|[ap]m?|a{3,5}|d{1,4}|y{1,4}|g{0,3}e{1,4})$/

/** Whether numbers of a format are dates or times. @param code of a format the workbook makes itself */
export const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined
    ? isBuiltInDate(id)
    : code
        .toLowerCase()
        .replace(/;@$/, '')
        .replace(/\\./g, ' ')
        .split(';')
        .some((part) => {
          const plain = part
            .replace(/"[^"]*"/g, ' ')
            .replace(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, '$1')
            .replace(/\[([smhd]{1,2})\]/g, '$1')
            .replace(/\[[^\]]*\]/g, '')
          const tokens = plain.split(/[^a-z0#?%]+/).filter((token) => token !== '')
          return tokens.length > 0 && tokens.every((token) => DATE_TOKEN.test(token))
        })

/** Where a cell stands, from 1 on: "AB12" is column 28. undefined for what is no place. */
export const columnOf = (place: string): number | undefined => {
  let column = 0
  let at = 0
  for (; at < place.length; at += 1) {
    const letter = place.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
    if (column > 100_000) return undefined
  }
  return at === 0 ? undefined : column
}
