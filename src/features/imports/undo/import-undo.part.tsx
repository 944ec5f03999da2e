import { useState } from 'react'
import { type ImportRun, imports } from '#features/imports/import.contract.ts'
import styles from '#features/imports/import-counts.module.css'
import part from '#features/imports/import-part.module.css'
import { totalsText } from '#features/imports/totals-text.rules.ts'
import { isOver, isUndoing } from '#features/imports/use-run.part.tsx'
import { dayText } from '#shared/cell-text.ts'
import { Refusal } from '#ui/form.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useAskAgain, useCall, useSend } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { undoWords } from './import-undo.messages.ts'

/** Whether there is something of a run to undo that nobody has undone. */
const canBeUndone = (run: ImportRun): boolean =>
  isOver(run) &&
  !run.Check &&
  (run.Accepted > 0 || run.Status === 'failed' || run.Status === 'stopped') &&
  (run.Undo === null || run.Undo.Status === 'failed' || (run.Undo.Status === 'done' && run.Undo.Stayed.length > 0))

/** The button that asks whether a run is to be undone; nothing where there is nothing to undo. */
export const UndoButton = ({ run, className }: { run: ImportRun; className: string }) => {
  const say = useSay(undoWords)
  const [open, setOpen] = useState(false)
  if (!canBeUndone(run)) return null
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {say('undo')}
      </button>
      {open && <UndoSheet run={run} onClose={() => setOpen(false)} />}
    </>
  )
}

const UndoSheet = ({ run, onClose }: { run: ImportRun; onClose: () => void }) => {
  const say = useSay(undoWords)
  const params = { runId: run.RunId }
  const { data, error, refetch } = useCall(imports.undoOutlook, { params }, { fresh: true })
  const [askRun, askRuns] = [useAskAgain(imports.run, { params }), useAskAgain(imports.runs)]
  const undo = useSend(imports.undoRun, {
    quiet: true,
    onDone: () => {
      onClose()
      return Promise.all([askRun(), askRuns()])
    },
  })
  const acts = data && data.Sales > 0 && (
    <button type="button" className="btn primary" disabled={undo.isPending} aria-busy={undo.isPending} onClick={() => undo.mutate({ params })}>
      {say.count('verb', data.Sales)}
    </button>
  )
  return (
    <Modal title={say('title', { file: run.FileName })} onClose={onClose} acts={acts} sheet>
      {error ? <Failed error={error} onRetry={() => refetch()} /> : data ? <Outlook outlook={data} /> : <Waiting rows={3} />}
      <Refusal error={undo.error} />
    </Modal>
  )
}

type Told = Pick<NonNullable<ImportRun['Undo']>, 'Totals'>
type OutlookTold = Told & { Sales: number; FirstDay: string | null; LastDay: string | null; Locations: string[]; CountAgain: number; Stay: Staying[] }
type Staying = NonNullable<ImportRun['Undo']>['Stayed'][number]

const Outlook = ({ outlook }: { outlook: OutlookTold }) => {
  const say = useSay(undoWords)
  const { language } = useLanguage()
  const total = useTotal(outlook)
  const { Sales, FirstDay, LastDay, Locations, CountAgain, Stay } = outlook
  const [from, to] = [FirstDay && dayText(FirstDay, language), LastDay && dayText(LastDay, language)]
  const days = from === to ? say('oneDay', { day: from ?? '' }) : say('days', { from: from ?? '', to: to ?? '' })
  return (
    <>
      <p>{Sales === 0 ? say('nothing') : say.count('what', Sales, { total, days, locations: Locations.join(language === 'jp' ? '、' : ', ') })}</p>
      {CountAgain > 0 && <p className="note">{say.count('again', CountAgain)}</p>}
      <Stays stay={Stay} />
      {Sales > 0 && <p className="hint mt">{say('after')}</p>}
    </>
  )
}

const Stays = ({ stay }: { stay: readonly Staying[] }) => {
  const say = useSay(undoWords)
  return stay.map(({ Reason, Sales }) => (
    <p className="note" key={Reason}>
      {say.count(Reason, Sales)}
    </p>
  ))
}

const useTotal = ({ Totals }: Told): string => {
  const { language } = useLanguage()
  return totalsText(Totals, language)
}

/** How undoing a run goes or went, in a few words. */
export const useUndoState = (): ((undo: NonNullable<ImportRun['Undo']>) => string) => {
  const say = useSay(undoWords)
  const moment = useVenueMoment()
  return ({ Status, Progress, By, At }) => {
    if (Status !== 'done' || At === null) return say(Status === 'done' ? 'running' : Status, { part: Math.floor(Progress * 100) })
    const when = moment(At)
    return By === null ? say('doneByNobody', { when }) : say('done', { name: By, when })
  }
}

/** How undoing a run goes, or by whom and when it was undone, what was reversed and what stayed. */
export const UndoState = ({ run }: { run: ImportRun }) => {
  const say = useSay(undoWords)
  const state = useUndoState()
  const total = useTotal(run.Undo ?? { Totals: [] })
  const { Undo } = run
  if (!Undo) return null
  const [said, percent] = [state(Undo), Math.floor(Undo.Progress * 100)]
  return (
    <section className={part.part} aria-busy={isUndoing(run)}>
      <p role="status">
        <strong>{said}</strong>
      </p>
      {Undo.Status === 'done' && <p className="note">{say.count('taken', Undo.Sales, { total })}</p>}
      {isUndoing(run) && (
        <div className={styles.progress} role="progressbar" aria-label={said} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
          <div style={{ width: `${percent}%` }} />
        </div>
      )}
      {Undo.Status === 'done' && <Stays stay={Undo.Stayed} />}
    </section>
  )
}
