/**
 * A line of CSV with its CRLF: a cell with the delimiter, a quote or a line's end in it stands in quotes. Written in one pass: a library
 * that goes letter by letter makes some six kilobytes of garbage a line, which a file of a million lines pays in memory.
 */
export const csvLine = (cells: readonly string[], delimiter = ','): string => {
  let line = ''
  for (let i = 0; i < cells.length; i += 1) {
    const cell = cells[i] as string
    if (i > 0) line += delimiter
    line += NEEDS_QUOTES.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  }
  return `${line}\r\n`
}

const NEEDS_QUOTES = /["\r\n]/
