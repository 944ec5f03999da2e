import type { ReactNode } from 'react'
import { dayText } from '#shared/cell-text.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { ImportRun, ImportRunInFull } from './import.contract.ts'
import { importWords } from './import.messages.ts'
import styles from './import-counts.module.css'
import layout from './import-part.module.css'
import { totalsText } from './totals-text.rules.ts'

/** What a file came to, as a small account: rows, sales, and their total under a double rule. */
export const ImportCounts = ({ run }: { run: ImportRun }) => {
  const say = useSay(importWords)
  const { language } = useLanguage()
  const lines = [
    ['rowsRead', run.RowsRead],
    ['rejected', run.RowsRejected],
    ['duplicates', run.Duplicates],
    ['accepted', run.Accepted],
  ] as const
  return (
    <>
      <table className={styles.counts}>
        <caption className="sr">{say(run.Check ? 'checked' : 'result')}</caption>
        <tbody>
          {lines.map(([what, n]) => (
            <tr key={what}>
              <th scope="row">{say(what)}</th>
              <td>{numberText(n, language)}</td>
            </tr>
          ))}
        </tbody>
        {run.Totals.length > 0 && (
          <tfoot>
            {run.Totals.map(({ Currency, Total }) => (
              <tr className="sum" key={Currency}>
                <th scope="row">
                  {say('total')} <small>{Currency}</small>
                </th>
                <td>{moneyText(Total, Currency, language, 'plain')}</td>
              </tr>
            ))}
          </tfoot>
        )}
      </table>
      {run.FirstDay && run.LastDay && <p className="note">{say('fromTo', { from: dayText(run.FirstDay, language), to: dayText(run.LastDay, language) })}</p>}
      {run.NewLocations.length > 0 && <p className="note">{say(run.Check ? 'newLocations' : 'madeLocations', { names: run.NewLocations.join(', ') })}</p>}
    </>
  )
}

/** What came in, in a sentence. */
export const WhatCameIn = ({ run }: { run: ImportRun }) => {
  const say = useSay(importWords)
  const { language } = useLanguage()
  if (run.Accepted === 0 || !run.FirstDay || !run.LastDay) return null
  const total = totalsText(run.Totals, language)
  const days = { from: dayText(run.FirstDay, language), to: dayText(run.LastDay, language) }
  return (
    <p className={styles.cameIn}>
      {say.count(run.FirstDay === run.LastDay ? 'cameInDay' : 'cameIn', run.Accepted, {
        ...days,
        lines: say.count('lines', run.Lines),
        total,
        places: run.Locations.join(language === 'jp' ? '、' : ', '),
      })}
    </p>
  )
}

/** Order numbers that stand in several rows, where each row was to be a sale, and how to mend that. */
export const SharedNumbers = ({ run }: { run: ImportRunInFull }) => {
  const say = useSay(importWords)
  const { language } = useLanguage()
  if (run.SharedNumbers === 0) return null
  const total = totalsText(run.SharedTotals, language)
  return (
    <div className="callout warn" role="alert">
      <Icon name="attention" />
      <p>
        {say.count('shared', run.SharedNumbers, { total: total || '0' })} {say('chooseLines', { rowsAre: say('rowsAre'), rowIsLine: say('rowIsLine') })}
      </p>
    </div>
  )
}

interface ProgressProps {
  run: Pick<ImportRun, 'Progress' | 'Check'> & Partial<Pick<ImportRun, 'Phase'>>
  onStop?: (() => void) | undefined
  /** What came of it by now. */
  children?: ReactNode
}

/** How far a run is. */
export const ImportProgress = ({ run, onStop, children }: ProgressProps) => {
  const say = useSay(importWords)
  const part = Math.floor(run.Progress * 100)
  const said = say(run.Check ? 'checking' : run.Phase ? `phase${run.Phase}` : 'importing', { part })
  return (
    <section className={layout.part} aria-busy="true">
      <p role="status">{said}</p>
      <div className={styles.progress} role="progressbar" aria-label={said} aria-valuenow={part} aria-valuemin={0} aria-valuemax={100}>
        <div style={{ width: `${part}%` }} />
      </div>
      {children}
      {onStop && (
        <p className={layout.acts}>
          <button type="button" className="btn" onClick={onStop}>
            {say(run.Check ? 'stopCheck' : 'stopImport')}
          </button>
        </p>
      )}
    </section>
  )
}

/** How many rows of a file of sales are done, and what they came to by now. */
export const SoFar = ({ run }: { run: ImportRun }) => {
  const say = useSay(importWords)
  const { language } = useLanguage()
  if (run.RowsRead === 0) return null
  const sentences =
    run.RowsDone === 0
      ? [say.count('readSoFar', run.RowsRead)]
      : [
          say.count('rowsSoFar', run.RowsRead, { done: numberText(run.RowsDone, language) }),
          say.count('salesSoFar', run.Accepted, { total: totalsText(run.Totals, language) || '0' }),
          ...(run.Duplicates > 0 ? [say.count('thereSoFar', run.Duplicates)] : []),
        ]
  return <p className="note">{sentences.join(language === 'jp' ? '' : ' ')}</p>
}
