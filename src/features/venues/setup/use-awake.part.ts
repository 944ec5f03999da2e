import { useEffect, useState } from 'react'

const AWAKE_MS = 10 * 60_000

/** Whether somebody did something in this window in the last ten minutes: asking on for an empty chair would keep its session alive. */
export const useAwake = (): { awake: boolean; wake: () => void } => {
  const [moved, setMoved] = useState(() => ({ at: Date.now(), awake: true }))
  const wake = () => setMoved({ at: Date.now(), awake: true })
  useEffect(() => {
    const onMove = () => setMoved(({ at, awake }) => (awake && Date.now() - at < 10_000 ? { at, awake } : { at: Date.now(), awake: true }))
    for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, onMove)
    return () => {
      for (const kind of ['pointerdown', 'keydown'] as const) removeEventListener(kind, onMove)
    }
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => setMoved(({ at }) => ({ at, awake: false })), moved.at + AWAKE_MS - Date.now())
    return () => clearTimeout(timer)
  }, [moved.at])
  return { awake: moved.awake, wake }
}
