import { type Language, type Messages, text } from '#shared/messages.ts'
import { fieldRefusalInJapanese } from '#ui/call-error.ts'
import type { ImportWrongRow } from './import.contract.ts'

interface Told {
  /** The sentences by code; `{cell}` is what stands in the cell. */
  reasons: Messages
  language: Language
  /** What a cell holds, by its heading. */
  cellOf: (column: string) => string
}

/** Why a row is wrong: the server's sentence in English; in Japanese the sentence of its code, or that of a known refusal. */
export const reasonText = ({ ErrorCode, Column, Message }: ImportWrongRow['Errors'][number], { reasons, language, cellOf }: Told): string => {
  const inJapanese = () =>
    ErrorCode in reasons.jp ? text(reasons, 'jp', ErrorCode, { cell: cellOf(Column) }) : fieldRefusalInJapanese({ FieldName: Column, Message })
  const said = (language === 'jp' && inJapanese()) || Message
  return Column === '' ? said : `${Column}: ${said}`
}
