import counts from '#features/imports/import-counts.module.css'
import layout from '#features/imports/import-part.module.css'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { PART_BYTES } from './file-parts.rules.ts'
import { uploads } from './upload.contract.ts'
import { uploadWords } from './upload.messages.ts'
import type { Uploading } from './use-upload.part.ts'

/** How far a file is on its way, and the button that calls it off. */
export const UploadProgress = ({ uploading, onCancel }: { uploading: Uploading; onCancel: () => void }) => {
  const say = useSay(uploadWords)
  const part = Math.floor(uploading.part * 100)
  const said = say(uploading.phase, { file: uploading.name, part })
  return (
    <section className={layout.part} aria-busy="true">
      <p role="status">{said}</p>
      <div className={counts.progress} role="progressbar" aria-label={said} aria-valuenow={part} aria-valuemin={0} aria-valuemax={100}>
        <div style={{ width: `${part}%` }} />
      </div>
      <p className={layout.acts}>
        <button type="button" className="btn" onClick={onCancel}>
          {say('cancel')}
        </button>
      </p>
    </section>
  )
}

/** What somebody began to upload and did not finish: choosing the same file again goes on where it was. */
export const UnfinishedUploads = () => {
  const say = useSay(uploadWords)
  const { language } = useLanguage()
  const { data, refetch } = useCall(uploads.unfinished, {}, { fresh: true })
  const drop = useSend(uploads.drop, { onDone: () => refetch() })
  if (!data || data.Files.length === 0) return null
  const megabytes = (bytes: number) => numberText(bytes / 1024 / 1024, language, 1)
  return (
    <section className={layout.part} aria-label={say('unfinished')}>
      <h2>{say('unfinished')}</h2>
      <p className="hint">{say('goOn')}</p>
      {data.Files.map(({ FileId, FileName, Size, Here }) => (
        <p key={FileId} className={layout.acts}>
          <b>{FileName}</b> {say('soFar', { here: megabytes(Math.min(Size, Here.length * PART_BYTES)), size: megabytes(Size) })}
          <button
            type="button"
            className="text-btn"
            aria-label={say('removeFile', { file: FileName })}
            disabled={drop.isPending}
            onClick={() => drop.mutate({ params: { fileId: FileId } })}
          >
            {say('remove')}
          </button>
        </p>
      ))}
    </section>
  )
}
