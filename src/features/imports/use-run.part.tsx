import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callKey, noteChange, useCall } from '#ui/use-call.ts'
import { type ImportRun, type ImportRunInFull, imports } from './import.contract.ts'

/** Whether a run has ended, one way or another. */
export const isOver = (run: { Status: string } | undefined): boolean => run !== undefined && run.Status !== 'waiting' && run.Status !== 'running'

/** Whether a run is being undone. */
export const isUndoing = ({ Undo }: Pick<ImportRun, 'Undo'>): boolean => Undo?.Status === 'waiting' || Undo?.Status === 'running'

/** A run, followed to its end, with which every figure may be another. */
export const useRun = (runId: string | undefined): ImportRunInFull | undefined => useFollowedRun(runId).data

/** The same with what went wrong with asking. */
export const useFollowedRun = (runId: string | undefined) => {
  const cache = useQueryClient()
  const asked = useCall(
    imports.run,
    { params: { runId: runId ?? '0' } },
    { enabled: runId !== undefined, followed: (run) => (run && isOver(run) && !isUndoing(run) ? undefined : 0.5) },
  )
  const ended = isOver(asked.data) && asked.data !== undefined && !isUndoing(asked.data)
  useEffect(() => {
    if (!ended) return
    noteChange(cache)
    void cache.refetchQueries({ queryKey: callKey(imports.runs), type: 'active' })
  }, [ended, cache])
  return asked
}
