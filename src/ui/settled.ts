import { useEffect, useState } from 'react'

const TYPING_MS = 250

/** What is being typed, once the typing rests: so that the server is not asked for every letter. */
export const useSettled = (typed: string): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
