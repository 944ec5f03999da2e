import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callKey, useCall } from '#ui/use-call.ts'
import { type ImportRun, type ImportRunInFull, imports } from './import.contract.ts'

/** Whether a run has ended, one way or another. */
export const isOver = (run: { Status: string } | undefined): boolean => run !== undefined && run.Status !== 'waiting' && run.Status !== 'running'

/** Whether a run is being undone. */
export const isUndoing = ({ Undo }: Pick<ImportRun, 'Undo'>): boolean => Undo?.Status === 'waiting' || Undo?.Status === 'running'

/** A run, followed to its end. */
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
    if (ended) cache.invalidateQueries({ queryKey: callKey(imports.runs) })
  }, [ended, cache])
  return asked
}
