import { useState } from 'react'
import { ImportColumnsStep } from '#features/imports/import-columns-step.part.tsx'
import { type FileAsRead, FileFacts } from '#features/imports/import-file-facts.part.tsx'
import part from '#features/imports/import-part.module.css'
import { ImportSteps } from '#features/imports/import-steps.part.tsx'
import { Choose } from '#ui/field.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { type RosterImportOutcome, rosterImports } from './roster-import.contract.ts'
import { rosterImportWords } from './roster-import.messages.ts'
import { FILE_KINDS, type FileKind, ROSTER_FIELDS, type RosterMapping, rosterMappingComplaints } from './roster-mapping.rules.ts'
import { RosterOutcome } from './roster-outcome.part.tsx'

/** A file of rosters as the server read it, and what its columns seem to be. */
export interface HandedRosters extends FileAsRead {
  Guess: { Mapping: RosterMapping }
}

interface Props {
  file: HandedRosters
  places: readonly { LocationId: number; Name: string }[]
  onOther: () => void
}

const DATES = ['YYYY-MM-DD', 'YYYY/M/D', 'D/M/YYYY', 'M/D/YYYY', 'D.M.YYYY', 'YYYY年M月D日']
const TIMES = ['HH:mm', 'HH:mm:ss', 'h:mm A', 'h:mmA', 'H時mm分']

/** A file that was handed over: what it holds, what would happen, and importing it. */
export const RosterFileView = ({ file, places, onOther }: Props) => {
  const say = useSay(rosterImportWords)
  const [kind, setKind] = useState<FileKind>('Timesheets')
  const [mapping, setMapping] = useState(file.Guess.Mapping)
  const [place, setPlace] = useState(String(places[0]?.LocationId ?? ''))
  const [checked, setChecked] = useState<RosterImportOutcome>()
  const check = useSend(rosterImports.importRosters, { quiet: true, onDone: setChecked })
  const begin = useSend(rosterImports.importRosters, { quiet: true, onDone: setChecked })
  const changed = (change: () => void) => {
    change()
    setChecked(undefined)
  }
  const asked = { FileId: file.FileId, Kind: kind, Mapping: mapping, LocationId: Number(place) }
  const complaints = [...new Set(rosterMappingComplaints(mapping, file.Columns).map(({ code }) => code))]
  const isDone = checked?.Check === false
  const choices = <T extends string>(usual: readonly T[], now: string | undefined) =>
    [...new Set([...(now ? [now] : []), ...usual])].map((one) => [one, one] as const)
  return (
    <>
      <ImportSteps at={isDone ? 3 : checked ? 2 : 0} last={say('stepImport')} />
      <FileFacts file={file} onOther={onOther} />
      {!isDone && (
        <section className={part.part}>
          <h2>{say('columns')}</h2>
          <p className="hint">{say('columnsHint')}</p>
          <div className={part.settings}>
            <Choose
              small
              label={say('kind')}
              value={kind}
              options={FILE_KINDS.map((one) => [one, say(one)] as const)}
              onChange={(one) => changed(() => setKind(one as FileKind))}
            />
            {places.length > 1 && (
              <Choose
                small
                label={say('place')}
                value={place}
                options={places.map(({ LocationId, Name }) => [String(LocationId), Name] as const)}
                onChange={(one) => changed(() => setPlace(one))}
              />
            )}
            <Choose
              small
              label={say('dateFormat')}
              value={mapping.DateFormat ?? 'YYYY-MM-DD'}
              options={choices(DATES, mapping.DateFormat)}
              onChange={(DateFormat) => changed(() => setMapping({ ...mapping, DateFormat }))}
            />
            <Choose
              small
              label={say('timeFormat')}
              value={mapping.TimeFormat ?? 'HH:mm'}
              options={choices(TIMES, mapping.TimeFormat)}
              onChange={(TimeFormat) => changed(() => setMapping({ ...mapping, TimeFormat }))}
            />
          </div>
          <ImportColumnsStep
            file={file}
            columns={mapping.Columns}
            fields={ROSTER_FIELDS}
            nameOf={(field) => say(field)}
            onChange={(Columns) => changed(() => setMapping({ ...mapping, Columns }))}
            complaints={complaints.map((code) => say(code))}
            error={check.error ?? begin.error}
            check={{
              label: say(checked ? 'checkAgain' : 'check'),
              isPrimary: !checked,
              busy: check.isPending,
              onCheck: () => check.mutate({ body: { ...asked, Check: true } }),
            }}
          />
        </section>
      )}
      {checked && <RosterOutcome outcome={checked} headings={file.Columns} />}
      {checked && (
        <p className={part.acts}>
          {isDone ? (
            <Go className="btn big primary" to="/reports/time-attendance">
              {say('openReport')}
            </Go>
          ) : (
            <button
              type="button"
              className="btn big primary"
              disabled={checked.New + checked.Changed === 0 || begin.isPending}
              aria-busy={begin.isPending}
              onClick={() => begin.mutate({ body: asked })}
            >
              {say.count('import', checked.New + checked.Changed)}
            </button>
          )}
          <button type="button" className="btn big" onClick={onOther}>
            {say('another')}
          </button>
        </p>
      )}
    </>
  )
}
