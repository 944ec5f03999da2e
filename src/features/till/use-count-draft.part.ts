import { useCallback, useEffect, useState } from 'react'
import { call, shownUser, shownVenue } from '#ui/api.ts'
import { CallError } from '#ui/call-error.ts'
import { useOnline } from '#ui/connection.ts'
import { controlSheets, type SheetAnswer } from './control-sheets.contract.ts'
import { type CountDraft, countBody, EMPTY_DRAFT } from './count-draft.rules.ts'
import { sheetProofs } from './sheet-proofs.contract.ts'

const keyOf = (id: string) => `daybook.count.${shownUser()}.${shownVenue()}.${id}`

const read = (id: string): CountDraft => {
  try {
    return { ...EMPTY_DRAFT, ...(JSON.parse(localStorage.getItem(keyOf(id)) ?? '{}') as Partial<CountDraft>) }
  } catch {
    return EMPTY_DRAFT
  }
}

/** A device that keeps nothing still counts; only a reload loses what was typed. */
const write = (id: string, draft: CountDraft | undefined): void => {
  try {
    if (draft) localStorage.setItem(keyOf(id), JSON.stringify(draft))
    else localStorage.removeItem(keyOf(id))
  } catch {
    // Full, or not allowed.
  }
}

/** A count in the making, kept on the device at every key, so that neither a reload nor a lost connection loses it. */
export const useCountDraft = (id: string) => {
  const [draft, setDraft] = useState(() => read(id))
  const change = useCallback(
    (part: Partial<CountDraft>) =>
      setDraft((was) => {
        const next = { ...was, savedAt: new Date().toISOString(), ...part }
        write(id, next)
        return next
      }),
    [id],
  )
  const clear = useCallback(() => {
    write(id, undefined)
    setDraft(EMPTY_DRAFT)
  }, [id])
  return { draft, change, clear }
}

const AGAIN_MS = 10_000

interface HandIn {
  draft: CountDraft
  change: (part: Partial<CountDraft>) => void
  clear: () => void
  currency: string
  onDone: (answer: SheetAnswer) => unknown
}

/** Hands a count in when it is asked for, and again and again while there is no connection. */
export const useHandIn = (id: string, { draft, change, clear, currency, onDone }: HandIn) => {
  const isOnline = useOnline()
  const [error, setError] = useState<CallError>()
  const [isLost, setLost] = useState(false)
  const [turn, setTurn] = useState(0)
  const wanted = draft.handIn === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is handed in stays as it was when it was asked for.
  useEffect(() => {
    if (!wanted || !isOnline) return
    let isGone = false
    let again: ReturnType<typeof setTimeout> | undefined
    sendCount(id, draft, currency, change)
      .then((answer) => {
        clear()
        setLost(false)
        setError(undefined)
        return isGone ? undefined : onDone(answer)
      })
      .catch((failed: unknown) => {
        if (!(failed instanceof CallError)) throw failed
        setLost(failed.status === 0)
        if (failed.status === 0) {
          if (!isGone) again = setTimeout(() => setTurn((n) => n + 1), AGAIN_MS)
          return
        }
        setError(failed)
        change({ handIn: false })
      })
    return () => {
      isGone = true
      clearTimeout(again)
    }
  }, [wanted, isOnline, turn])
  const ask = () => {
    setError(undefined)
    change({ handIn: true })
  }
  return { ask, error, isWaiting: wanted, isOffline: !isOnline || isLost }
}

/** Both counts in their order, and then the photos; what was sent is not sent again. */
const sendCount = async (id: string, draft: CountDraft, currency: string, change: HandIn['change']): Promise<SheetAnswer> => {
  const params = { id }
  if (draft.first && draft.sent < 1) {
    await call(controlSheets.countSheet, { params, body: countBody(draft, currency, draft.first.pieces) })
    change({ sent: 1 })
  }
  if (draft.sent < 2) {
    await call(controlSheets.countSheet, { params, body: countBody(draft, currency) })
    change({ sent: 2 })
  }
  for (const [i, photo] of draft.photos.entries()) {
    await call(sheetProofs.addPhoto, { params, body: { Kind: photo.kind, Content: photo.content } })
    change({ photos: draft.photos.slice(i + 1) })
  }
  return call(controlSheets.controlSheet, { params })
}
