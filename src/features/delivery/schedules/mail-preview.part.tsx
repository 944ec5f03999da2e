import { useState } from 'react'
import { Nil } from '#ui/data-table.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import styles from './mail-preview.module.css'
import { type Draft, previewed } from './schedule-draft.rules.ts'
import { type Preview, schedules } from './schedules.contract.ts'
import { scheduleWords } from './schedules.messages.ts'

/** The mail as one would be sent it oneself, drawn and as plain text. */
export const MailPreview = ({ draft, onBack }: { draft: Draft; onBack: () => void }) => {
  const say = useSay(scheduleWords)
  const [form, setForm] = useState<'drawn' | 'plain'>('drawn')
  const { data, error, refetch } = useCall(schedules.preview, { body: previewed(draft) })
  return (
    <div className={styles.preview}>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : data ? (
        <>
          <p className={styles.subject}>
            <small>{say('subject')}</small> {data.Subject}
          </p>
          <Segmented
            label={say('form')}
            value={form}
            options={(['drawn', 'plain'] as const).map((value) => ({ value, label: say(value) }))}
            onChange={setForm}
          />
          {form === 'plain' ? (
            <Plain text={data.Text} />
          ) : (
            <Letter preview={data} name={draft.Name} lang={draft.Language === 'jp' ? 'ja' : 'en'} attached={draft.Attachment !== 'none'} />
          )}
        </>
      ) : (
        <Waiting rows={8} />
      )}
      <div className="acts">
        <button type="button" className="btn" onClick={onBack}>
          {say('back')}
        </button>
      </div>
    </div>
  )
}

const Plain = ({ text }: { text: string }) => {
  const say = useSay(scheduleWords)
  return (
    <Scroll label={say('plain')}>
      <pre>{text}</pre>
    </Scroll>
  )
}

const Letter = ({ preview, name, lang, attached }: { preview: Preview; name: string; lang: string; attached: boolean }) => {
  const say = useSay(scheduleWords)
  const { Columns, Rows, Totals } = preview
  const of = Rows.length + preview.More
  const row = (cells: readonly (string | null)[], key: string, className?: string) => (
    <tr key={key} className={className}>
      {cells.map((cell, at) => {
        const column = Columns[at]
        const written = cell ?? <Nil />
        if (at === 0)
          return (
            <th scope="row" key={column?.Title ?? at}>
              {written}
            </th>
          )
        return (
          <td key={column?.Title ?? at} className={column?.Figure ? 'num' : undefined}>
            {written}
          </td>
        )
      })}
    </tr>
  )
  return (
    <article className={styles.letter} lang={lang}>
      <h3>{name}</h3>
      <p>{preview.Range}</p>
      {preview.Headline && (
        <div className={styles.headline}>
          <p>{preview.Headline.Title}</p>
          <p className={styles.figure}>{preview.Headline.Value}</p>
          {preview.Headline.Change && <p>{preview.Headline.Change}</p>}
        </div>
      )}
      {preview.More > 0 && <h4>{say(preview.TopBy === null ? 'firstOf' : 'topOf', { n: preview.Rows.length, of, figure: preview.TopBy ?? '' })}</h4>}
      <Scroll label={name}>
        <table>
          <thead>
            <tr>
              {Columns.map(({ Title, Figure }) => (
                <th scope="col" key={Title} className={Figure ? 'num' : undefined}>
                  {Title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{Rows.map((cells, at) => row(cells, `row-${at}`))}</tbody>
          <tfoot>{Totals.map((cells, at) => row(cells, `total-${at}`, at === 0 ? 'sum' : undefined))}</tfoot>
        </table>
      </Scroll>
      {preview.Empty && <p>{say('nothing')}</p>}
      {preview.More > 0 && <p>{say(attached ? 'rows.attached' : 'rows.onScreen', { n: of })}</p>}
      {preview.Notes.map((note) => (
        <p className="note" key={note}>
          {note}
        </p>
      ))}
    </article>
  )
}
