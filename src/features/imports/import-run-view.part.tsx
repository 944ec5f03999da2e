import { useEffect, useState } from 'react'
import { membership } from '#features/membership/membership.contract.ts'
import { rangeToUrl } from '#shared/range.ts'
import { call } from '#ui/api.ts'
import { Refusal } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { changeStoredUser, storedUser, useStoredUser } from '#ui/stored-user.ts'
import { useSend } from '#ui/use-call.ts'
import { type ImportRunInFull, imports } from './import.contract.ts'
import { importWords } from './import.messages.ts'
import { ImportCounts, ImportProgress, SharedNumbers, SoFar, WhatCameIn } from './import-counts.part.tsx'
import part from './import-part.module.css'
import { ImportSteps } from './import-steps.part.tsx'
import { type Corrections, WrongRows } from './import-wrong-rows.part.tsx'
import { UndoButton, UndoState } from './undo/import-undo.part.tsx'
import { isOver, useFollowedRun } from './use-run.part.tsx'

interface RunViewProps {
  runId: string
  onOther: () => void
  onBegun: (runId: string) => void
}

/** A run: how far it is, what it came to, and the rows that are left to correct. */
export const RunView = ({ runId, onOther, onBegun }: RunViewProps) => {
  const { data: run, error, refetch } = useFollowedRun(runId)
  const stop = useSend(imports.stopRun)
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!run) return <Waiting rows={4} />
  return (
    <>
      <ImportSteps at={isOver(run) && run.Status === 'done' ? 3 : 2} />
      <h2>{run.FileName}</h2>
      {isOver(run) ? (
        <Ended key={run.RunId} run={run} onOther={onOther} onBegun={onBegun} />
      ) : (
        <ImportProgress run={run} onStop={stop.isPending ? undefined : () => stop.mutate({ params: { runId } })}>
          <SoFar run={run} />
        </ImportProgress>
      )}
    </>
  )
}

const Ended = ({ run, onOther, onBegun }: { run: ImportRunInFull } & Omit<RunViewProps, 'runId'>) => {
  const say = useSay(importWords)
  const [corrections, setCorrections] = useState<Corrections>(Object.fromEntries(run.Corrections.map(({ Line, Cells }) => [Line, Cells])))
  const again = useSend(imports.startRun, { quiet: true, onDone: ({ RunId }) => onBegun(RunId) })
  const { FileId } = run
  const tryAgain = () =>
    FileId !== null &&
    again.mutate({
      body: {
        FileId,
        Mapping: run.Mapping,
        AllOrNothing: run.AllOrNothing,
        Corrections: Object.entries(corrections).map(([line, Cells]) => ({ Line: Number(line), Cells })),
        ...(run.MappingName ? { MappingName: run.MappingName } : {}),
      },
    })
  return (
    <>
      <UndoState run={run} />
      {run.Status === 'failed' ? <RunFailure run={run} /> : <Result run={run} />}
      <p className={part.acts}>
        {run.FirstDay && run.LastDay && <SalesLink run={run} from={run.FirstDay} to={run.LastDay} />}
        <button type="button" className="btn big" onClick={onOther}>
          {say('newImport')}
        </button>
        <UndoButton run={run} className="btn big" />
      </p>
      {run.RowsRejected > 0 && (
        <>
          <WrongRows run={run} mapping={run.Mapping} corrections={corrections} onCorrect={FileId === null ? undefined : setCorrections} />
          <Refusal error={again.error} />
          {FileId !== null && (
            <p className={part.acts}>
              <button type="button" className="btn big primary" disabled={again.isPending || Object.keys(corrections).length === 0} onClick={tryAgain}>
                {say('tryAgain')}
              </button>
            </p>
          )}
        </>
      )}
    </>
  )
}

const Result = ({ run }: { run: ImportRunInFull }) => {
  const say = useSay(importWords)
  return (
    <section className={part.part}>
      <h2>{say('result')}</h2>
      {run.Status === 'refused' && (
        <div className="callout warn" role="status">
          <Icon name="attention" />
          <p>{say('noneBroughtIn')}</p>
        </div>
      )}
      {run.Status === 'stopped' && (
        <div className="callout warn" role="status">
          <Icon name="attention" />
          <p>{say('wasStopped')}</p>
        </div>
      )}
      <WhatCameIn run={run} />
      <SharedNumbers run={run} />
      <ImportCounts run={run} />
    </section>
  )
}

/** Leads to the days that were brought in, in their currency; locations that were made are taken up by then. */
const SalesLink = ({ run, from, to }: { run: ImportRunInFull; from: string; to: string }) => {
  const say = useSay(importWords)
  const venueCurrency = useStoredUser()?.Config?.Currency
  const made = run.NewLocations.length > 0
  useEffect(() => {
    if (made) takeUpLocations().catch(() => undefined)
  }, [made])
  const [total] = run.Totals
  const inAnother = total !== undefined && total.Currency !== venueCurrency
  return (
    <Go to="/reports/sales" search={{ range: rangeToUrl({ from, to }), ...(inAnother ? { cur: total.Currency } : {}) }} className="btn big primary">
      {say('openSales')}
    </Go>
  )
}

/** Learns anew which locations there are. */
export const takeUpLocations = async () => {
  const user = storedUser()
  if (!user) return
  const { Config } = await call(membership.user, { params: { userId: user.UserId } })
  if (storedUser()?.SessionId === user.SessionId) changeStoredUser({ Config })
}

/** Why a run could not go on. */
export const RunFailure = ({ run }: { run: Pick<ImportRunInFull, 'Failure'> }) => {
  const say = useSay(importWords)
  return (
    <div className="callout" role="alert">
      <Icon name="attention" />
      <p>
        {run.Failure?.Message ?? say('failed')}
        {run.Failure?.Errors.map(({ FieldName, Message }) => (
          <small key={FieldName}>{Message}</small>
        ))}
      </p>
    </div>
  )
}
