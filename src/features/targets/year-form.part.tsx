import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { numberText } from '#shared/money.ts'
import { SaveBar, useDraft } from '#ui/draft.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { LastYear } from './last-year.part.tsx'
import { type TargetsAnswer, targets } from './targets.contract.ts'
import { targetsWords } from './targets.messages.ts'
import { type Cells, cellOf, changedTargets, filledIn, type Place, type SoldIn, wrongCells } from './year-cells.rules.ts'
import { YearTable } from './year-table.part.tsx'

interface Props {
  months: readonly string[]
  places: readonly Place[]
  there: TargetsAnswer['Targets']
  onRenew: () => Promise<unknown>
}

/** A year of targets as it is typed, saved together or not at all. */
export const YearForm = ({ months, places, there: saved, onRenew }: Props) => {
  const say = useSay(targetsWords)
  const { language } = useLanguage()
  const queries = useQueryClient()
  const there = useMemo(
    (): Cells => ({
      ...Object.fromEntries(places.flatMap(({ LocationId }) => months.map((month) => [cellOf(LocationId, month), '']))),
      ...Object.fromEntries(saved.map(({ LocationId, Month, Amount }) => [cellOf(LocationId, Month), numberText(Amount, language, 2)])),
    }),
    [places, months, saved, language],
  )
  const { draft, isChanged, change, discard } = useDraft(there)
  const send = useSend(targets.setTargets, { quiet: true })
  const wrong = wrongCells(draft, places, months)
  const sent = changedTargets(there, draft, places, months)
  const unsaved = new Set(sent.map(({ LocationId, Month }) => cellOf(LocationId, Month)))
  const save = async (): Promise<boolean> => {
    if (wrong.size > 0) return false
    const done = sent.length === 0 || (await send.mutateAsync({ body: { Targets: sent } }).catch(() => undefined))
    if (!done) return false
    await onRenew()
    discard()
    // Reports that were read before know the targets of before.
    void queries.invalidateQueries()
    toast.success(say('saved'))
    return true
  }
  const fill = (sold: SoldIn, percent: number, replace: boolean): number => {
    const filled = filledIn(draft, places, months, sold, percent, replace)
    change(filled)
    return Object.keys(filled).length
  }
  return (
    <>
      <YearTable months={months} places={places} cells={draft} wrong={wrong} unsaved={unsaved} onChange={change} />
      {wrong.size > 0 && (
        <p className="note" role="alert" id="targets-wrong">
          {say('wrong')}
        </p>
      )}
      <LastYear months={months} onFill={fill} />
      <SaveBar
        isChanged={isChanged}
        busy={send.isPending}
        error={send.error}
        onSave={save}
        onDiscard={() => {
          discard()
          send.reset()
        }}
        onRenew={() => {
          send.reset()
          void onRenew()
        }}
      />
    </>
  )
}
