import { failure } from '#shared/failure.ts'
import { type CellReading, isDateFormat, plainText } from './xlsx-cells.rules.ts'
import type { XlsxParts } from './xlsx-parts.adapter.ts'

/** What must be known of a workbook before a sheet is read. */
export interface WorkbookHead extends CellReading {
  /** The part that holds the sheet. */
  sheet: string
}

const MOST_STRINGS = 2_000_000
const MOST_STRING_CHARACTERS = 60_000_000
const MOST_STYLES = 65_000

/**
 * Finds the first sheet, or the one of that name, and reads what its cells refer to.
 * @throws FileNotReadable
 */
export const workbookHead = async (parts: XlsxParts, wanted: string | undefined): Promise<WorkbookHead> => {
  const { sheets, from1904 } = await contentsOf(parts)
  const targets = await targetsOf(parts)
  const found = sheets.find(({ name, id }) => (wanted === undefined ? targets.sheets.has(id) : name === wanted))
  const sheet = found && targets.sheets.get(found.id)
  if (!sheet) throw failure('FileNotReadable', { why: wanted === undefined ? 'it has no sheet.' : `it has no sheet "${wanted}".` })
  return {
    sheet,
    from1904,
    dateStyles: targets.styles === undefined ? [] : await dateStylesOf(parts, targets.styles),
    strings: targets.strings === undefined ? [] : await stringsOf(parts, targets.strings),
  }
}

const contentsOf = async (parts: XlsxParts) => {
  const sheets: { name: string; id: string }[] = []
  let from1904 = false
  for await (const _ of parts.read('xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name === 'sheet') sheets.push({ name: attributes.name ?? '', id: prefixed(attributes, 'id') ?? '' })
    },
  }));
  return { sheets, from1904 }
}

/** An attribute under whatever prefix the writer gave its name space. */
const prefixed = (attributes: Record<string, string>, name: string): string | undefined =>
  Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1]

const targetsOf = async (parts: XlsxParts) => {
  const targets: { sheets: Map<string, string>; styles?: string; strings?: string } = { sheets: new Map() }
  for await (const _ of parts.read('xl/_rels/workbook.xml.rels', {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return
      const part = Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`
      if (Type.endsWith('/worksheet')) targets.sheets.set(Id, part)
      if (Type.endsWith('/styles') && parts.has(part)) targets.styles = part
      if (Type.endsWith('/sharedStrings') && parts.has(part)) targets.strings = part
    },
  }));
  return targets
}

const dateStylesOf = async (parts: XlsxParts, part: string): Promise<boolean[]> => {
  const codes = new Map<number, string>()
  const base: number[] = []
  const styles: boolean[] = []
  let within = ''
  for await (const _ of parts.read(part, {
    open: (name, { numFmtId, formatCode, xfId }) => {
      if (name === 'cellStyleXfs' || name === 'cellXfs') within = name
      // Below 100 a number means the same in every workbook, whatever code is given for it.
      if (name === 'numFmt' && formatCode !== undefined && Number(numFmtId) >= 100) codes.set(Number(numFmtId), formatCode)
      if (name !== 'xf' || within === '') return
      if (styles.length + base.length + codes.size > MOST_STYLES)
        throw failure('FileNotReadable', { why: 'it has more cell formats than a workbook can have.' })
      if (within === 'cellStyleXfs') base.push(Number(numFmtId ?? 0))
      else {
        const id = Number(numFmtId ?? base[Number(xfId)] ?? 0)
        styles.push(isDateFormat(id, codes.get(id)))
      }
    },
    close: (name) => {
      if (name === within) within = ''
    },
  }));
  return styles
}

/** The texts that cells refer to by number. Readings beside Japanese words are no part of the text. */
const stringsOf = async (parts: XlsxParts, part: string): Promise<string[]> => {
  const strings: string[] = []
  let characters = 0
  let item = ''
  let [isText, isReading] = [false, false]
  for await (const _ of parts.read(part, {
    open: (name) => {
      if (name === 'si') item = ''
      if (name === 'rPh') isReading = true
      isText = name === 't' && !isReading
    },
    text: (text) => {
      if (!isText) return
      item += text
      characters += text.length
      if (characters > MOST_STRING_CHARACTERS) throw tooMuchText()
    },
    close: (name) => {
      isText = false
      if (name === 'rPh') isReading = false
      if (name !== 'si') return
      strings.push(plainText(item))
      if (strings.length > MOST_STRINGS) throw tooMuchText()
    },
  }));
  return strings
}

const tooMuchText = () => failure('FileNotReadable', { why: 'it has more text than Daybook can read from a workbook. Save the sheet as CSV.' })
