import { useState } from 'react'
import { checkedFileWords } from '#features/imports/checked-file.messages.ts'
import { CheckedFile, FormatChoice } from '#features/imports/checked-file.part.tsx'
import { CheckedRows } from '#features/imports/checked-rows.part.tsx'
import type { FileAsRead } from '#features/imports/import-file-facts.part.tsx'
import { numberText } from '#shared/money.ts'
import { Choose } from '#ui/field.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { type RosterImportOutcome, rosterImports } from './roster-import.contract.ts'
import { rosterErrorWords, rosterImportWords } from './roster-import.messages.ts'
import { FILE_KINDS, type FileKind, ROSTER_FIELDS, type RosterMapping, rosterMappingComplaints } from './roster-mapping.rules.ts'

/** A file of rosters as the server read it, and what its columns seem to be. */
export interface HandedRosters extends FileAsRead {
  Guess: { Mapping: RosterMapping }
}

interface Props {
  file: HandedRosters
  places: readonly { LocationId: number; Name: string }[]
  onOther: () => void
}

/** A file that was handed over: what it holds, what would happen, and importing it. */
export const RosterFileView = ({ file, places, onOther }: Props) => {
  const say = useSay(rosterImportWords)
  const sayFile = useSay(checkedFileWords)
  const { language } = useLanguage()
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
  const settings = (
    <>
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
      <FormatChoice of="dateFormat" format={mapping.DateFormat} onChange={(DateFormat) => changed(() => setMapping({ ...mapping, DateFormat }))} />
      <FormatChoice of="timeFormat" format={mapping.TimeFormat} onChange={(TimeFormat) => changed(() => setMapping({ ...mapping, TimeFormat }))} />
    </>
  )
  return (
    <CheckedFile
      file={file}
      hint={say('columnsHint')}
      settings={settings}
      columns={{
        columns: mapping.Columns,
        fields: ROSTER_FIELDS,
        nameOf: (field) => say(field),
        onChange: (Columns) => changed(() => setMapping({ ...mapping, Columns })),
        complaints: complaints.map((code) => say(code)),
      }}
      checked={checked}
      check={{ send: () => check.mutate({ body: { ...asked, Check: true } }), busy: check.isPending }}
      begin={{
        send: () => begin.mutate({ body: asked }),
        busy: begin.isPending,
        label: say.count('import', checked ? checked.New + checked.Changed : 0),
      }}
      error={check.error ?? begin.error}
      seen={{ to: '/reports/time-attendance', label: sayFile('openReport') }}
      onOther={onOther}
    >
      {checked && (
        <CheckedRows
          outcome={checked}
          headings={file.Columns}
          reasons={rosterErrorWords}
          sum={{ name: say('hours'), value: numberText(checked.Hours, language, 2) }}
        />
      )}
    </CheckedFile>
  )
}
