import { Children, type ReactNode, startTransition, useEffect, useState } from 'react'

interface InTurnProps {
  /** How many are there from the start: what is looked at first. */
  first: number
  children: ReactNode
}

/**
 * Parts of a long screen that are drawn one after the other, each in small steps and shown before the next is begun: what is looked at
 * first is there long before the last, and no press waits for all of them. Once drawn they change together.
 */
export const InTurn = ({ first, children }: InTurnProps) => {
  const parts = Children.toArray(children)
  const [shown, setShown] = useState(first)
  const isWhole = shown >= parts.length
  // After each part is on the screen. A deferred value would not do: within what is itself deferred it is there at once.
  useEffect(() => {
    if (!isWhole) startTransition(() => setShown(shown + 1))
  }, [shown, isWhole])
  return (
    <>
      {parts.slice(0, shown)}
      {/* A new one each time: one that moved would count as a shift of the page. */}
      {!isWhole && <div key={shown} className="waiting rest" aria-busy="true" />}
    </>
  )
}
