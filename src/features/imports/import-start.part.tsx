import { type DragEvent, useState } from 'react'
import { moneyText, numberText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { Refusal } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { type ImportRun, imports } from './import.contract.ts'
import { importWords } from './import.messages.ts'
import part from './import-part.module.css'
import styles from './import-start.module.css'

interface StartProps {
  /** The file that is being handed over. */
  reading: string | undefined
  error: unknown
  onFile: (file: File) => void
}

/** Where a file is handed in, and what was brought in before. */
export const ImportStart = (props: StartProps) => (
  <>
    <DropZone {...props} />
    <Refusal error={props.error} />
    <History />
  </>
)

const DropZone = ({ reading, onFile }: StartProps) => {
  const say = useSay(importWords)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !reading) onFile(file)
  }
  return (
    <label
      className={over ? `${styles.dropZone} ${styles.over}` : styles.dropZone}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      aria-busy={reading !== undefined}
    >
      <b>{reading ? say('reading', { file: reading }) : say('drop')}</b>
      <p>{say('dropHint')}</p>
      <input
        type="file"
        className="sr"
        aria-label={say('choose')}
        accept=".csv,.tsv,.txt,.xlsx,.gz"
        disabled={reading !== undefined}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <span className="btn primary" aria-hidden="true">
        {say('choose')}
      </span>
    </label>
  )
}

const History = () => {
  const say = useSay(importWords)
  const { data, error, refetch } = useCall(imports.runs, {}, { everySeconds: 10 })
  return (
    <section className={part.part}>
      <h2>{say('history')}</h2>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Waiting rows={3} />
      ) : data.Runs.length === 0 ? (
        <p className="hint">{say('historyNone')}</p>
      ) : (
        <Runs runs={data.Runs} />
      )}
    </section>
  )
}

const Runs = ({ runs }: { runs: readonly ImportRun[] }) => {
  const say = useSay(importWords)
  const { language, locale } = useLanguage()
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const count = (n: number) => numberText(n, language)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="scroll" aria-label={say('history')} tabIndex={0}>
      <table className={styles.history}>
        <caption className="sr">{say('history')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('file')}</th>
            <th scope="col">{say('when')}</th>
            <th scope="col">{say('status')}</th>
            <th scope="col" className="num">
              {say('sales')}
            </th>
            <th scope="col" className="num">
              {say('total')}
            </th>
            <th scope="col" className="num">
              {say('there')}
            </th>
            <th scope="col" className="num">
              {say('toCorrect')}
            </th>
            <th scope="col">{say('mapping')}</th>
            <th scope="col">{say('by')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.RunId}>
              <th scope="row">
                <Go change={{ run: run.RunId }}>{run.FileName}</Go>
              </th>
              <td>{moment.format(new Date(run.StartedAt))}</td>
              <td>{say(run.Status, { part: Math.floor(run.Progress * 100) })}</td>
              <td className="num">{count(run.Accepted)}</td>
              <td className="num">
                {run.Totals.length === 0 ? (
                  <Nil />
                ) : (
                  run.Totals.map(({ Currency, Total }) => `${moneyText(Total, Currency, language, 'plain')} ${Currency}`).join(' + ')
                )}
              </td>
              <td className="num">{count(run.Duplicates)}</td>
              <td className="num">{count(run.RowsRejected)}</td>
              <td>{run.MappingName || <Nil />}</td>
              <td>{run.StartedBy ?? say('commandLine')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
