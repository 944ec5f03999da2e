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

/**
 * What a spreadsheet takes for a formula: one of its signs, also after characters that it skips or draws as nothing, or after a bar. A cell that begins with a
 * line break, a tab or NUL is one too.
 */
const FORMULA = /^(?:[\t\r\n\0]|(?:[\s\p{Cf}\p{Cc}\p{Variation_Selector}\u115f\u1160\u3164\uffa0|]|\u034f)*[=+\-@＝＋－＠])/u

/** Whether a spreadsheet would take the text for a formula. */
export const isLikeFormula = (text: string): boolean => FORMULA.test(text)

/** The text as a cell that no spreadsheet computes: a quote before what looks like a formula keeps it a text. */
export const formulaSafe = (text: string): string => (isLikeFormula(text) ? `'${text}` : text)
