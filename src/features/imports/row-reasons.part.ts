import { type Language, type Messages, text } from '#shared/messages.ts'
import type { ImportWrongRow } from './import.contract.ts'

interface Told {
  /** The sentences by code; `{cell}` is what stands in the cell. */
  reasons: Messages
  language: Language
  /** What a cell holds, by its heading. */
  cellOf: (column: string) => string
}

/** Why a row is wrong: the server's sentence in English; in Japanese the sentence of its code, where there is one. */
export const reasonText = ({ ErrorCode, Column, Message }: ImportWrongRow['Errors'][number], { reasons, language, cellOf }: Told): string => {
  const known = ErrorCode in reasons.jp
  const said = language === 'en' || !known ? Message : text(reasons, language, ErrorCode, { cell: cellOf(Column) })
  return Column === '' ? said : `${Column}: ${said}`
}
