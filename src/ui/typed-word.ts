import { useEffect, useRef, useState } from 'react'

const TYPING_MS = 250

/**
 * A word of the address while it is being typed: it goes there once the typing rests, and whatever changes it there otherwise, a link or the
 * way back, is in the field again.
 * @param told the word as the address has it
 * @param tell takes it there; the same function every time
 */
export const useTypedWord = (value: string, tell: (word: string) => void): [typed: string, type: (text: string) => void] => {
  const [typed, setTyped] = useState(value)
  const last = useRef(value)
  useEffect(() => {
    if (value === last.current) return
    last.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    const word = typed.trim()
    if (word === last.current) return
    const resting = setTimeout(() => {
      last.current = word
      tell(word)
    }, TYPING_MS)
    return () => clearTimeout(resting)
  }, [typed, tell])
  return [typed, setTyped]
}
