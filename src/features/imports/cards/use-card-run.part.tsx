import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isOver } from '#features/imports/use-run.part.tsx'
import { callKey, noteChange, useCall } from '#ui/use-call.ts'
import { cardImports } from './card-import.contract.ts'

/** A run of an import of cards, followed to its end; whatever is opened after that is asked anew. */
export const useCardRun = (runId: string | undefined) => {
  const cache = useQueryClient()
  const asked = useCall(
    cardImports.run,
    { params: { runId: runId ?? '0' } },
    { enabled: runId !== undefined, followed: (run) => (isOver(run) ? undefined : 0.5) },
  )
  const ended = isOver(asked.data) && asked.data?.Check === false
  useEffect(() => {
    if (!ended) return
    noteChange(cache)
    void cache.refetchQueries({ queryKey: callKey(cardImports.runs), type: 'active' })
  }, [ended, cache])
  return asked
}
