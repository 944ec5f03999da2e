import { type Corrections, WrongRowsTable } from '#features/imports/import-wrong-rows.part.tsx'
import { callForFile } from '#ui/api.ts'
import { useCall } from '#ui/use-call.ts'
import { type CardImportRun, cardImports } from './card-import.contract.ts'
import { cardRowErrorWords } from './card-import.messages.ts'
import type { CardMapping } from './card-mapping.rules.ts'

interface WrongProps {
  run: CardImportRun
  mapping: CardMapping
  corrections: Corrections
  onCorrect: (corrections: Corrections) => void
}

/** The rows of a run of cards that are wrong. */
export const CardWrongRows = ({ run, ...rest }: WrongProps) => {
  const { data } = useCall(cardImports.wrongRows, { params: { runId: run.RunId } })
  const read = () => callForFile(cardImports.wrongRowsFile, { params: { runId: run.RunId } })
  return data ? <WrongRowsTable run={run} {...data} {...rest} reasons={cardRowErrorWords} read={read} /> : null
}
