import { useState } from 'react'

/** Something that is sent once at a time, and why it was refused. */
export const useSending = () => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const send = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (refused) {
      setError(refused)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, send, forget: () => setError(undefined) }
}
