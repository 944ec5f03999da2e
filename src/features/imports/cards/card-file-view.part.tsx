import { useState } from 'react'
import { ImportColumnsStep } from '#features/imports/import-columns-step.part.tsx'
import { ImportProgress } from '#features/imports/import-counts.part.tsx'
import { type FileAsRead, FileFacts } from '#features/imports/import-file-facts.part.tsx'
import part from '#features/imports/import-part.module.css'
import { RunFailure } from '#features/imports/import-run-view.part.tsx'
import { ImportSteps } from '#features/imports/import-steps.part.tsx'
import type { Corrections } from '#features/imports/import-wrong-rows.part.tsx'
import { isOver } from '#features/imports/use-run.part.tsx'
import { Choose } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useSend } from '#ui/use-call.ts'
import { CardCounts } from './card-counts.part.tsx'
import { type CardImportRunInFull, cardImports } from './card-import.contract.ts'
import { cardImportWords } from './card-import.messages.ts'
import { CARD_FIELDS, type CardMapping, cardMappingComplaints } from './card-mapping.rules.ts'
import { CardWrongRows } from './card-wrong-rows.part.tsx'
import { useCardRun } from './use-card-run.part.tsx'

/** A file of cards as the server read it, and what its columns seem to be. */
export interface HandedCards extends FileAsRead {
  Guess: { Mapping: CardMapping }
}

interface FileViewProps {
  file: HandedCards
  onOther: () => void
  /** The run that imports it has begun. */
  onBegun: (runId: string) => void
}

/** A file that was handed over: what its columns are, what would happen, and importing it. */
export const CardFileView = ({ file, onOther, onBegun }: FileViewProps) => {
  const say = useSay(cardImportWords)
  const places = useStoredUser()?.Config?.Locations ?? []
  const [mapping, setMapping] = useState(file.Guess.Mapping)
  const [place, setPlace] = useState(places.length === 1 ? String(places[0]?.LocationId ?? '') : '')
  const [corrections, setCorrections] = useState<Corrections>({})
  const [checkId, setCheckId] = useState<string>()
  const { data: checked } = useCardRun(checkId)
  const check = useSend(cardImports.startRun, { quiet: true, onDone: ({ RunId }) => setCheckId(RunId) })
  const begin = useSend(cardImports.startRun, { quiet: true, onDone: ({ RunId }) => onBegun(RunId) })
  // What a check said holds only for what it was asked with.
  const changed = (change: () => void) => {
    change()
    setCheckId(undefined)
  }
  const hasPoints = mapping.Columns.Points !== undefined
  const asked = {
    FileId: file.FileId,
    Mapping: mapping,
    Corrections: Object.entries(corrections).map(([line, Cells]) => ({ Line: Number(line), Cells })),
    ...(hasPoints && place !== '' ? { LocationId: Number(place) } : {}),
  }
  const complaints = [
    ...new Set(cardMappingComplaints(mapping, file.Columns).map(({ code }) => code)),
    ...(hasPoints && place === '' ? (['NoPlace'] as const) : []),
  ]
  const isBusy = check.isPending || (checkId !== undefined && !isOver(checked))
  const isChecked = checked?.Status === 'done'
  return (
    <>
      <ImportSteps at={isChecked ? 2 : checkId ? 1 : 0} last={say('stepImport')} />
      <FileFacts file={file} onOther={onOther} />
      <section className={part.part}>
        <h2>{say('columns')}</h2>
        <p className="hint">{say('columnsHint')}</p>
        {hasPoints && (
          <div className={part.settings}>
            {places.length > 1 && (
              <Choose
                small
                label={say('place')}
                value={place}
                options={[['', say('choosePlace')], ...places.map(({ LocationId, Name }) => [String(LocationId), Name] as const)]}
                wrong={place === ''}
                onChange={(chosen) => changed(() => setPlace(chosen))}
              />
            )}
            <Choose
              small
              label={say('decimals')}
              value={mapping.DecimalMark ?? '.'}
              options={[
                ['.', '1,250'],
                [',', '1.250'],
              ]}
              onChange={(mark) => changed(() => setMapping({ ...mapping, DecimalMark: mark as '.' }))}
            />
          </div>
        )}
        <ImportColumnsStep
          file={file}
          columns={mapping.Columns}
          fields={CARD_FIELDS}
          nameOf={(field) => say(field)}
          onChange={(Columns) => changed(() => setMapping({ ...mapping, Columns }))}
          complaints={complaints.map((code) => say(code))}
          error={check.error}
          check={{
            label: say(checked ? 'checkAgain' : 'check'),
            isPrimary: !(isChecked && checked.New + checked.Changed > 0),
            busy: isBusy,
            onCheck: () => check.mutate({ body: { ...asked, Check: true } }),
          }}
        />
      </section>
      {checked && !isOver(checked) && <ImportProgress run={checked} />}
      {checked?.Status === 'failed' && <RunFailure run={checked} />}
      {isChecked && (
        <>
          <section className={part.part}>
            <h2>{say('checked')}</h2>
            <p className="hint">
              {say('detailsOnly')} {checked.LocationId !== null && say('openingOnce')}
            </p>
            <CardCounts run={checked} />
          </section>
          {checked.RowsRejected > 0 && <CardWrongRows run={checked} mapping={mapping} corrections={corrections} onCorrect={setCorrections} />}
          <BringIn
            checked={checked}
            corrected={Object.keys(corrections).length}
            busy={begin.isPending}
            error={begin.error}
            onGo={() => begin.mutate({ body: asked })}
          />
        </>
      )}
    </>
  )
}

interface BringInProps {
  checked: CardImportRunInFull
  /** How many rows were corrected since. */
  corrected: number
  busy: boolean
  error: unknown
  onGo: () => void
}

const BringIn = ({ checked, corrected, busy, error, onGo }: BringInProps) => {
  const say = useSay(cardImportWords)
  const cards = checked.New + checked.Changed
  const nothing = cards === 0 && corrected === 0
  return (
    <section className={part.part}>
      <h2>{say('stepImport')}</h2>
      {nothing && checked.RowsRejected === 0 && <p className="hint">{say('nothingNew')}</p>}
      {!nothing && checked.RowsRejected > corrected && <p className="hint">{say.count('leftOut', checked.RowsRejected - corrected)}</p>}
      <Refusal error={error} />
      <p className={part.acts}>
        <button type="button" className="btn big primary" disabled={nothing || busy} aria-busy={busy} onClick={onGo}>
          {corrected > 0 ? say('importCorrected') : say.count('import', cards)}
        </button>
      </p>
    </section>
  )
}
