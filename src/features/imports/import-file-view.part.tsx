import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Choose, Field, Tick } from '#ui/field.tsx'
import { Refusal } from '#ui/form.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { VenueConfig } from '#ui/stored-user.ts'
import { toast } from '#ui/toast.tsx'
import { callKey, useCall, useSend } from '#ui/use-call.ts'
import type { FoundInFile } from './guess/found-in-file.rules.ts'
import { FoundBlanks } from './guess/import-blanks.part.tsx'
import found from './guess/import-found.module.css'
import { FoundColumns } from './guess/import-found-columns.part.tsx'
import { CheckedDates, FoundDates } from './guess/import-found-dates.part.tsx'
import { FoundValues } from './guess/import-found-values.part.tsx'
import { SetHere } from './guess/import-set-here.part.tsx'
import { type ImportRunInFull, imports } from './import.contract.ts'
import { importWords } from './import.messages.ts'
import { ImportCounts, ImportProgress, SharedNumbers, SoFar } from './import-counts.part.tsx'
import { type FileAsRead, FileFacts } from './import-file-facts.part.tsx'
import { asOffered, type ImportMapping, mappingComplaints } from './import-mapping.rules.ts'
import { NewLocations } from './import-new-locations.part.tsx'
import part from './import-part.module.css'
import { RunFailure } from './import-run-view.part.tsx'
import { ImportSettings } from './import-settings.part.tsx'
import { ImportSteps } from './import-steps.part.tsx'
import { type Corrections, WrongRows } from './import-wrong-rows.part.tsx'
import { totalsText } from './totals-text.rules.ts'
import { isOver, useRun } from './use-run.part.tsx'

/** A file as the server read it, and what its columns seem to be. */
export interface HandedFile extends FileAsRead {
  Guess: { MappingName: string | null; Mapping: ImportMapping }
  Found: FoundInFile
}

interface FileViewProps {
  file: HandedFile
  config: VenueConfig
  onOther: () => void
  /** The run that brings it in has begun. */
  onBegun: (runId: string) => void
}

/** A file that was handed over: what its columns are, what would come of it, and bringing it in. */
export const FileView = ({ file, config, onOther, onBegun }: FileViewProps) => {
  const say = useSay(importWords)
  const [mapping, setMapping] = useState(file.Guess.Mapping)
  const [mappingName, setMappingName] = useState(file.Guess.MappingName ?? '')
  const [corrections, setCorrections] = useState<Corrections>({})
  const [checkId, setCheckId] = useState<string>()
  const checked = useRun(checkId)
  const missing = useMissingLocations(checked)
  const stop = useSend(imports.stopRun)
  const check = useSend(imports.startRun, { quiet: true, onDone: ({ RunId }) => setCheckId(RunId) })
  const change = (changed: ImportMapping) => {
    setMapping(changed)
    // What a check said holds only for the columns it was asked with.
    setCheckId(undefined)
  }
  const complaints = mappingComplaints(mapping, file.Columns, config.Locations.length !== 1)
  const asked = { FileId: file.FileId, Mapping: mapping, Corrections: correctionList(corrections) }
  const isBusy = check.isPending || (checkId !== undefined && !isOver(checked))
  return (
    <>
      <ImportSteps at={checked && isOver(checked) && checked.Status === 'done' ? 2 : checkId ? 1 : 0} />
      <FileFacts file={file} onOther={onOther} />
      <section className={part.part}>
        <h2>{say('columns')}</h2>
        <p className="hint">{say('columnsHint')}</p>
        <MappingPick
          guess={file.Guess}
          name={mappingName}
          onPick={(name, picked) => {
            setMappingName(name)
            change(picked)
          }}
        />
        <ImportSettings mapping={mapping} config={config} onChange={change} />
        <FoundBlanks found={file.Found} mapping={mapping} onChange={change} />
        {file.Found.Dates && <FoundDates dates={file.Found.Dates} mapping={mapping} onChange={change} isChecked={checked !== undefined && isOver(checked)} />}
        <FoundColumns fileName={file.FileName} found={file.Found} guess={file.Guess.Mapping} mapping={mapping} onChange={change} />
        <SetHere mapping={mapping} config={config} onChange={change} />
        <FoundValues found={file.Found} mapping={mapping} config={config} onChange={change} />
        {complaints.length > 0 && (
          <ul className="rules" aria-live="polite">
            {[...new Set(complaints.map(({ code }) => code))].map((code) => (
              <li key={code}>{say(code)}</li>
            ))}
          </ul>
        )}
        <Refusal error={check.error} />
        <p className={part.acts}>
          <button
            type="button"
            className={checked?.Status === 'done' && checked.Accepted > 0 ? 'btn big' : 'btn big primary'}
            disabled={complaints.length > 0 || isBusy}
            aria-busy={isBusy}
            onClick={() => check.mutate({ body: { ...asked, Check: true } })}
          >
            {say(checked ? 'checkAgain' : 'check')}
          </button>
        </p>
      </section>
      {checked && !isOver(checked) && (
        <ImportProgress run={checked} onStop={stop.isPending ? undefined : () => stop.mutate({ params: { runId: checked.RunId } })}>
          <SoFar run={checked} />
        </ImportProgress>
      )}
      {checked?.Status === 'failed' && <RunFailure run={checked} />}
      {missing.length > 0 && <NewLocations names={missing} mapping={mapping} config={config} onChange={change} />}
      {checked && (checked.Status === 'done' || checked.Status === 'refused') && (
        <>
          <section className={part.part}>
            <h2>{say('checked')}</h2>
            <SharedNumbers run={checked} />
            <div className={found.two}>
              <div>
                <ImportCounts run={checked} />
              </div>
              <CheckedDates run={checked} />
            </div>
          </section>
          {checked.RowsRejected > 0 && <WrongRows run={checked} mapping={mapping} corrections={corrections} onCorrect={setCorrections} />}
          {checked.Status === 'done' && (
            <BringIn
              checked={checked}
              asked={asked}
              mappingName={mappingName}
              corrected={Object.keys(corrections).length}
              onOther={onOther}
              onBegun={onBegun}
            />
          )}
        </>
      )}
    </>
  )
}

/** The names the latest check found that the venue does not have; they stay to be ticked while the next check is still to come. */
const useMissingLocations = (checked: ImportRunInFull | undefined): readonly string[] => {
  const [names, setNames] = useState<readonly string[]>([])
  useEffect(() => {
    if (checked?.Status === 'done' || checked?.Status === 'refused') setNames([...checked.NewLocations, ...checked.MissingLocations])
  }, [checked])
  return names
}

const correctionList = (corrections: Corrections) => Object.entries(corrections).map(([line, Cells]) => ({ Line: Number(line), Cells }))

interface MappingPickProps {
  guess: HandedFile['Guess']
  name: string
  onPick: (name: string, mapping: ImportMapping) => void
}

const MappingPick = ({ guess, name, onPick }: MappingPickProps) => {
  const say = useSay(importWords)
  const { data } = useCall(imports.mappings, {})
  const guessed = guess.MappingName === null ? guess.Mapping : undefined
  // The list may be on its way still, or older than the mapping that was found to fit.
  const fitting = guess.MappingName === null ? [] : [{ Name: guess.MappingName, Mapping: guess.Mapping, BuiltIn: false }]
  const listed = data?.Mappings ?? []
  const kept = [...fitting.filter(({ Name }) => !listed.some((one) => one.Name === Name)), ...listed]
  return (
    <div className={part.settings}>
      <Choose
        small
        label={say('mapping')}
        value={kept.some(({ Name }) => Name === name) ? name : ''}
        options={[
          ...(guessed || name === '' ? [['', say('guessed')] as const] : []),
          ...kept.map(({ Name, BuiltIn }) => [Name, BuiltIn ? say('builtIn', { name: Name }) : Name] as const),
        ]}
        onChange={(picked) => onPick(picked, kept.find(({ Name }) => Name === picked)?.Mapping ?? guessed ?? { Columns: {} })}
      />
    </div>
  )
}

interface BringInProps {
  checked: ImportRunInFull
  asked: { FileId: string; Mapping: ImportMapping; Corrections: { Line: number; Cells: string[] }[] }
  mappingName: string
  /** How many rows were corrected. */
  corrected: number
  onOther: () => void
  onBegun: (runId: string) => void
}

const BringIn = ({ checked, asked, mappingName, corrected, onOther, onBegun }: BringInProps) => {
  const say = useSay(importWords)
  const { language } = useLanguage()
  const { data } = useCall(imports.mappings, {})
  const isBuiltIn = data?.Mappings.some(({ Name, BuiltIn }) => BuiltIn && Name === mappingName) === true
  const [keepAs, setKeepAs] = useState(isBuiltIn ? '' : mappingName)
  const [allOrNothing, setAllOrNothing] = useState(false)
  const cache = useQueryClient()
  const keep = useSend(imports.keepMapping, {
    quiet: true,
    onDone: (_, { body }) => {
      toast.success(say('kept', { name: body.Name }))
      cache.invalidateQueries({ queryKey: callKey(imports.mappings) })
    },
  })
  const begin = useSend(imports.startRun, { quiet: true, onDone: ({ RunId }) => onBegun(RunId) })
  const bringIn = async () => {
    const Name = keepAs.trim()
    if (Name !== '') {
      const isKept = await keep.mutateAsync({ body: { Name, Mapping: asOffered(asked.Mapping) } }).then(
        () => true,
        () => false,
      )
      if (!isKept) return
    }
    begin.mutate({ body: { ...asked, AllOrNothing: allOrNothing, ...(Name || mappingName ? { MappingName: Name || mappingName } : {}) } })
  }
  const nothing = checked.Accepted === 0 && corrected === 0
  return (
    <section className={part.part}>
      <h2>{say('stepImport')}</h2>
      {nothing && checked.RowsRejected === 0 && <p className="hint">{say('nothingNew')}</p>}
      <div className={part.acts}>
        <Field label={say('keepAs')} value={keepAs} maxLength={100} hint={say('keepHint')} onChange={setKeepAs} />
      </div>
      <Tick checked={allOrNothing} onChange={setAllOrNothing}>
        {say('allOrNothing')} <small>{say('allOrNothingHint')}</small>
      </Tick>
      <Refusal error={keep.error ?? begin.error} />
      <div className={part.totalBar}>
        <p>
          <b>{say.count('ready', checked.Accepted, { total: totalsText(checked.Totals, language) })}</b> <span>{say('undoable')}</span>
        </p>
        <p>
          <button type="button" className="btn" onClick={onOther}>
            {say('another')}
          </button>
          <button type="button" className="btn primary" disabled={nothing || begin.isPending || keep.isPending} onClick={bringIn}>
            {say.count('bring', checked.Accepted)}
          </button>
        </p>
      </div>
    </section>
  )
}
