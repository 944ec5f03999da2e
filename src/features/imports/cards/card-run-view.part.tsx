import { useState } from 'react'
import { ImportProgress } from '#features/imports/import-counts.part.tsx'
import part from '#features/imports/import-part.module.css'
import { RunFailure } from '#features/imports/import-run-view.part.tsx'
import { ImportSteps } from '#features/imports/import-steps.part.tsx'
import type { Corrections } from '#features/imports/import-wrong-rows.part.tsx'
import { isOver } from '#features/imports/use-run.part.tsx'
import { Refusal } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useSend } from '#ui/use-call.ts'
import { CardCounts } from './card-counts.part.tsx'
import { type CardImportRunInFull, cardImports } from './card-import.contract.ts'
import { cardImportWords } from './card-import.messages.ts'
import { CardWrongRows } from './card-wrong-rows.part.tsx'
import { useCardRun } from './use-card-run.part.tsx'

interface RunViewProps {
  runId: string
  onOther: () => void
  onBegun: (runId: string) => void
}

/** A run: how far it is, what it came to, and the rows that are left to correct. */
export const CardRunView = ({ runId, onOther, onBegun }: RunViewProps) => {
  const say = useSay(cardImportWords)
  const { data: run, error, refetch } = useCardRun(runId)
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!run) return <Waiting rows={4} />
  return (
    <>
      <ImportSteps at={run.Status === 'done' ? 3 : 2} last={say('stepImport')} />
      <h2>{run.FileName}</h2>
      {isOver(run) ? <Ended key={run.RunId} run={run} onOther={onOther} onBegun={onBegun} /> : <ImportProgress run={run} />}
    </>
  )
}

const Ended = ({ run, onOther, onBegun }: { run: CardImportRunInFull } & Omit<RunViewProps, 'runId'>) => {
  const say = useSay(cardImportWords)
  const [corrections, setCorrections] = useState<Corrections>(Object.fromEntries(run.Corrections.map(({ Line, Cells }) => [Line, Cells])))
  const again = useSend(cardImports.startRun, { quiet: true, onDone: ({ RunId }) => onBegun(RunId) })
  const tryAgain = () =>
    run.FileId !== null &&
    again.mutate({
      body: {
        FileId: run.FileId,
        Mapping: run.Mapping,
        Corrections: Object.entries(corrections).map(([line, Cells]) => ({ Line: Number(line), Cells })),
        ...(run.LocationId === null ? {} : { LocationId: run.LocationId }),
      },
    })
  return (
    <>
      {run.Status === 'failed' && <RunFailure run={run} />}
      <section className={part.part}>
        <h2>{say('result')}</h2>
        <CardCounts run={run} />
      </section>
      <p className={part.acts}>
        <Go to="/loyalty/search" className="btn big primary">
          {say('openSearch')}
        </Go>
        <button type="button" className="btn big" onClick={onOther}>
          {say('another')}
        </button>
      </p>
      {run.RowsRejected > 0 && (
        <>
          <CardWrongRows run={run} mapping={run.Mapping} corrections={corrections} onCorrect={setCorrections} />
          <Refusal error={again.error} />
          <p className={part.acts}>
            <button type="button" className="btn big primary" disabled={again.isPending || Object.keys(corrections).length === 0} onClick={tryAgain}>
              {say('tryAgain')}
            </button>
          </p>
        </>
      )}
    </>
  )
}
