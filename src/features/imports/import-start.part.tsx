import { numberText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { Refusal } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { tagsOf, useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { DropZone } from './drop-zone.part.tsx'
import { EmptyPlaces } from './empty-places.part.tsx'
import { type ImportRun, imports } from './import.contract.ts'
import { importWords } from './import.messages.ts'
import part from './import-part.module.css'
import styles from './import-start.module.css'
import { totalsText } from './totals-text.rules.ts'
import { UndoButton, useUndoState } from './undo/import-undo.part.tsx'
import { UnfinishedUploads, UploadProgress } from './upload/upload-progress.part.tsx'
import { useUpload } from './upload/use-upload.part.ts'
import { isUndoing } from './use-run.part.tsx'

interface StartProps {
  /** Why the file before could not be read. */
  error?: unknown
  /** A file has been uploaded. */
  onThere: (fileId: string) => void
}

/** Where a file is handed in, and what was brought in before. */
export const ImportStart = ({ error: before, onThere }: StartProps) => {
  const { uploading, error, send, cancel } = useUpload(onThere)
  const say = useSay(importWords)
  const tags = tagsOf(useStoredUser())
  const mayEditCards = tags.includes('can_editloyalty')
  return (
    <>
      {uploading ? (
        <UploadProgress uploading={uploading} onCancel={cancel} />
      ) : (
        <>
          <DropZone reading={undefined} onFile={send} title={say('drop')} hint={say('dropHint')} />
          <Refusal error={error ?? before} />
          <UnfinishedUploads />
        </>
      )}
      {mayEditCards && (
        <p className={part.acts}>
          <Go to="/loyalty/import-cards" className="text-btn">
            {say('importCards')}
          </Go>
        </p>
      )}
      <p className={part.acts}>
        <Go to="/venue/imports/rosters" className="text-btn">
          {say('importRosters')}
        </Go>
      </p>
      {tags.includes('can_viewtimesheet') && (
        <p className={part.acts}>
          <Go to="/venue/imports/rates" className="text-btn">
            {say('importRates')}
          </Go>
        </p>
      )}
      <History />
      <EmptyPlaces />
    </>
  )
}

const History = () => {
  const say = useSay(importWords)
  const { data, error, refetch } = useCall(imports.runs, {}, { followed: (answer) => (answer?.Runs.some(isUndoing) ? 1 : 10) })
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
  const { language } = useLanguage()
  const moment = useVenueMoment()
  const undone = useUndoState()
  const count = (n: number) => numberText(n, language)
  return (
    <Scroll label={say('history')}>
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
              <td>{moment(run.StartedAt)}</td>
              <td>
                {run.Undo ? undone(run.Undo) : say(run.Status, { part: Math.floor(run.Progress * 100) })} <UndoButton run={run} className="text-btn" />
              </td>
              <td className="num">{count(run.Accepted)}</td>
              <td className="num">{run.Totals.length === 0 ? <Nil /> : totalsText(run.Totals, language)}</td>
              <td className="num">{count(run.Duplicates)}</td>
              <td className="num">{count(run.RowsRejected)}</td>
              <td>{run.MappingName || <Nil />}</td>
              <td>{run.StartedBy ?? say('commandLine')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
