import { useState } from 'react'
import { checkedFileWords } from '#features/imports/checked-file.messages.ts'
import { CheckedFile, FormatChoice } from '#features/imports/checked-file.part.tsx'
import { CheckedRows } from '#features/imports/checked-rows.part.tsx'
import type { FileAsRead } from '#features/imports/import-file-facts.part.tsx'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { RateChanges } from './rate-changes.part.tsx'
import { type RateImportOutcome, rateImports } from './rate-import.contract.ts'
import { rateErrorWords, rateImportWords } from './rate-import.messages.ts'
import { RATE_FIELDS, type RateMapping, rateMappingComplaints } from './rate-mapping.rules.ts'

/** A file of rates as the server read it, and what its columns seem to be. */
export interface HandedRates extends FileAsRead {
  Guess: { Mapping: RateMapping }
}

/** A file that was handed over: what it holds, what would change, and importing it. */
export const RateFileView = ({ file, onOther }: { file: HandedRates; onOther: () => void }) => {
  const say = useSay(rateImportWords)
  const sayFile = useSay(checkedFileWords)
  const [mapping, setMapping] = useState(file.Guess.Mapping)
  const [checked, setChecked] = useState<RateImportOutcome>()
  const check = useSend(rateImports.importRates, { quiet: true, onDone: setChecked })
  const begin = useSend(rateImports.importRates, { quiet: true, onDone: setChecked })
  const change = (next: RateMapping) => {
    setMapping(next)
    setChecked(undefined)
  }
  const asked = { FileId: file.FileId, Mapping: mapping }
  const complaints = [...new Set(rateMappingComplaints(mapping, file.Columns).map(({ code }) => code))]
  return (
    <CheckedFile
      file={file}
      hint={say('columnsHint')}
      settings={<FormatChoice of="dateFormat" format={mapping.DateFormat} onChange={(DateFormat) => change({ ...mapping, DateFormat })} />}
      columns={{
        columns: mapping.Columns,
        fields: RATE_FIELDS,
        nameOf: (field) => say(field),
        onChange: (Columns) => change({ ...mapping, Columns }),
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
        <CheckedRows outcome={checked} headings={file.Columns} reasons={rateErrorWords}>
          {checked.Changes.length > 0 && <RateChanges changes={checked.Changes} />}
        </CheckedRows>
      )}
    </CheckedFile>
  )
}
