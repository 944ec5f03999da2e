import { useState } from 'react'
import { LeaveQuestion } from '#ui/draft.tsx'
import { useSay } from '#ui/language.tsx'
import { Catalogue } from './catalogue.part.tsx'
import styles from './editing.module.css'
import type { Editing } from './editing.part.ts'
import { measureWords } from './measures.messages.ts'
import { MOST_MEASURES } from './measures.rules.ts'
import type { Looker } from './metrics.rules.ts'
import { useMeasureName } from './use-measure.part.ts'

/** What can be done with the whole layout while it is edited. */
const EditBar = ({ editing, looker }: { editing: Editing; looker: Looker }) => {
  const say = useSay(measureWords)
  const [choosing, setChoosing] = useState(false)
  const isFull = editing.measures.length >= MOST_MEASURES
  return (
    <section className={styles.edit} aria-label={say('editing')}>
      <p className="note">{isFull ? say('most', { n: MOST_MEASURES }) : say('editHint')}</p>
      <button type="button" className="btn" disabled={isFull} onClick={() => setChoosing(true)}>
        {say('add')}
      </button>
      <button type="button" className="btn" onClick={editing.reset}>
        {say('reset')}
      </button>
      <button type="button" className="btn" disabled={editing.isBusy} onClick={editing.cancel}>
        {say('cancel')}
      </button>
      <button type="button" className="btn primary" disabled={editing.isBusy} aria-busy={editing.isBusy} onClick={() => void editing.save()}>
        {say('save')}
      </button>
      <MovedLast editing={editing} />
      <LeaveQuestion isChanged={editing.isChanged} busy={editing.isBusy} onSave={editing.save} onDiscard={editing.cancel} />
      {choosing && (
        <Catalogue
          looker={looker}
          onChoose={(metric) => {
            editing.add(metric)
            setChoosing(false)
            requestAnimationFrame(() => document.querySelector('[data-measure]:last-child')?.scrollIntoView({ block: 'center' }))
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}

export default EditBar

/** Tells those who cannot see it where a measure went. */
const MovedLast = ({ editing: { measures, movedLast } }: { editing: Editing }) => {
  const say = useSay(measureWords)
  const nameOf = useMeasureName()
  const place = measures.findIndex(({ Id }) => Id === movedLast)
  const measure = measures[place]
  return (
    <p className="sr" role="status">
      {measure && say('movedTo', { name: nameOf(measure), place: place + 1, n: measures.length })}
    </p>
  )
}
