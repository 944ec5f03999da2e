import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { callKey, useCall, useSend } from '#ui/use-call.ts'
import { controlSheets, type SheetAnswer } from './control-sheets.contract.ts'
import { photoOfFile } from './photo-file.part.ts'
import styles from './sheet.module.css'
import { sheetProofs } from './sheet-proofs.contract.ts'
import { sheetWords } from './sheet-screen.messages.ts'
import { PHOTO_KINDS, type PhotoKind } from './till.rules.ts'
import { useTillText } from './till-text.part.ts'

/** Photos of the count and the banking slip, with what adds and deletes them. */
export const Photos = ({ id, answer }: { id: string; answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const queries = useQueryClient()
  const changed = () => queries.invalidateQueries({ queryKey: callKey(controlSheets.controlSheet, { params: { id } }) })
  const remove = useSend(sheetProofs.deletePhoto, { quiet: true, onDone: changed })
  const isOpen = answer.Sheet.State !== 'Committed'
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{say('photos')}</h2>
      </div>
      {answer.Photos.length === 0 && <p className="note">{say('noPhotos')}</p>}
      <ul className={styles.photos}>
        {answer.Photos.map((photo) => (
          <li key={photo.PhotoId}>
            <Photo id={id} photo={photo} locationId={answer.Sheet.LocationId} />
            {photo.MayDelete ? (
              <button type="button" className="text-btn" onClick={() => remove.mutate({ params: { id, photo: photo.PhotoId } })}>
                {say('photoDelete')}
              </button>
            ) : (
              <small>{say('photoKept')}</small>
            )}
          </li>
        ))}
      </ul>
      <Refusal error={remove.error} />
      {isOpen && <AddPhoto id={id} onDone={changed} />}
    </section>
  )
}

const Photo = ({ id, photo, locationId }: { id: string; photo: SheetAnswer['Photos'][number]; locationId: number }) => {
  const say = useSay(sheetWords)
  const text = useTillText()
  const { data } = useCall(sheetProofs.photo, { params: { id, photo: photo.PhotoId } })
  const words = say('photoOf', { kind: say(`photo.${photo.Kind}`), name: photo.By ?? '', at: text.at(photo.At, locationId) })
  return (
    <figure>
      {data ? <img src={`data:image/jpeg;base64,${data.Content}`} alt={words} /> : <span className={styles.noPhoto} />}
      <figcaption>{words}</figcaption>
    </figure>
  )
}

const AddPhoto = ({ id, onDone }: { id: string; onDone: () => unknown }) => {
  const say = useSay(sheetWords)
  const [isBad, setBad] = useState(false)
  const add = useSend(sheetProofs.addPhoto, { quiet: true, onDone })
  const send = async (Kind: PhotoKind, file: Blob) => {
    setBad(false)
    try {
      add.mutate({ params: { id }, body: { Kind, Content: await photoOfFile(file) } })
    } catch {
      setBad(true)
    }
  }
  return (
    <>
      <p className="note">{say('photoHint')}</p>
      {isBad && (
        <p className="callout" role="alert">
          {say('photoBad')}
        </p>
      )}
      <Refusal error={add.error} />
      <p className="acts">
        {PHOTO_KINDS.map((kind) => (
          <PhotoButton key={kind} words={say(kind === 'Count' ? 'addCountPhoto' : 'addSlipPhoto')} isBusy={add.isPending} onFile={(file) => send(kind, file)} />
        ))}
      </p>
    </>
  )
}

/** A button that takes a photo, or a file that is one. */
export const PhotoButton = ({ words, isBusy, onFile }: { words: string; isBusy: boolean; onFile: (file: Blob) => unknown }) => (
  <label className={`btn ${styles.fileBtn}`} aria-busy={isBusy}>
    <input
      type="file"
      accept="image/*"
      className="sr"
      disabled={isBusy}
      onChange={(event) => {
        const [file] = event.target.files ?? []
        event.target.value = ''
        if (file) onFile(file)
      }}
    />
    {words}
  </label>
)
