import { useState } from 'react'
import { ImportColumnsStep } from '#features/imports/import-columns-step.part.tsx'
import { type FileAsRead, FileFacts } from '#features/imports/import-file-facts.part.tsx'
import part from '#features/imports/import-part.module.css'
import { ImportSteps } from '#features/imports/import-steps.part.tsx'
import { Choose } from '#ui/field.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { type RateImportOutcome, rateImports } from './rate-import.contract.ts'
import { rateImportWords } from './rate-import.messages.ts'
import { DATES, RATE_FIELDS, type RateMapping, rateMappingComplaints } from './rate-mapping.rules.ts'
import { RateOutcome } from './rate-outcome.part.tsx'

/** A file of rates as the server read it, and what its columns seem to be. */
export interface HandedRates extends FileAsRead {
  Guess: { Mapping: RateMapping }
}

/** A file that was handed over: what it holds, what would change, and importing it. */
export const RateFileView = ({ file, onOther }: { file: HandedRates; onOther: () => void }) => {
  const say = useSay(rateImportWords)
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
  const isDone = checked?.Check === false
  const dates = [...new Set([...(mapping.DateFormat ? [mapping.DateFormat] : []), ...DATES])].map((one) => [one, one] as const)
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
              label={say('dateFormat')}
              value={mapping.DateFormat ?? 'YYYY-MM-DD'}
              options={dates}
              onChange={(DateFormat) => change({ ...mapping, DateFormat })}
            />
          </div>
          <ImportColumnsStep
            file={file}
            columns={mapping.Columns}
            fields={RATE_FIELDS}
            nameOf={(field) => say(field)}
            onChange={(Columns) => change({ ...mapping, Columns })}
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
      {checked && <RateOutcome outcome={checked} headings={file.Columns} />}
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
