import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { newUuid } from '#ui/submission-key.ts'
import { toast } from '#ui/toast.tsx'
import { callKey, useSend } from '#ui/use-call.ts'
import { dashboards } from './dashboards.contract.ts'
import { added, changed, moved, removed } from './layout.rules.ts'
import { measureWords } from './measures.messages.ts'
import type { Measure } from './measures.rules.ts'

/** A layout that is being edited, and what can be done with it. */
export interface Editing {
  measures: readonly Measure[]
  /** The measure that is dragged, and the one that was added or moved last. */
  held: string | undefined
  movedLast: string | undefined
  isBusy: boolean
  /** Something of it is not saved. */
  isChanged: boolean
  hold: (id: string | undefined) => void
  move: (id: string, to: number) => void
  /** Puts a measure where another one is. */
  moveOver: (id: string, other: string) => void
  change: (id: string, change: Partial<Measure>) => void
  remove: (id: string) => void
  add: (metric: string) => void
  reset: () => void
  /** Tells whether it was saved. */
  save: () => Promise<boolean>
  cancel: () => void
}

const placeOf = (measures: readonly Measure[], id: string) => measures.findIndex(({ Id }) => Id === id)

/** Edits a layout until it is saved or left. */
export const useEditing = (there: readonly Measure[], defaults: readonly Measure[]) => {
  const say = useSay(measureWords)
  const queries = useQueryClient()
  const [draft, setDraft] = useState<readonly Measure[]>()
  const [held, hold] = useState<string>()
  const [movedLast, setMovedLast] = useState<string>()
  const { mutateAsync, isPending } = useSend(dashboards.saveDashboard, {
    onDone: (answer) => {
      queries.setQueryData(callKey(dashboards.dashboard, {}), answer)
      setDraft(undefined)
      toast.success(say('saved'))
    },
  })
  const edit = (how: (measures: readonly Measure[]) => readonly Measure[]) => setDraft((now) => now && how(now))
  const begin = () => setDraft(there)
  const editing: Editing | undefined = draft && {
    measures: draft,
    held,
    movedLast,
    isBusy: isPending,
    isChanged: JSON.stringify(draft) !== JSON.stringify(there),
    hold,
    move: (id, to) => {
      edit((now) => moved(now, placeOf(now, id), to))
      setMovedLast(id)
    },
    moveOver: (id, other) => edit((now) => moved(now, placeOf(now, id), placeOf(now, other))),
    change: (id, change) => edit((now) => changed(now, id, change)),
    remove: (id) => edit((now) => removed(now, id)),
    add: (metric) => {
      const id = newUuid()
      edit((now) => added(now, metric, id))
      setMovedLast(id)
    },
    reset: () => edit(() => defaults),
    // What is no longer permitted cannot be kept: it says so where it stands.
    save: () =>
      mutateAsync({ body: { Measures: draft.filter(({ Permitted }) => Permitted) as never } }).then(
        () => true,
        () => false,
      ),
    cancel: () => setDraft(undefined),
  }
  return { editing, begin }
}
