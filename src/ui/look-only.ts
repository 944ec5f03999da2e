import { createContext, use } from 'react'

/** Whether what is on screen is looked at from afar: nothing leads anywhere, and there is nothing to press. */
export const LookOnly = createContext(false)

export const useLookOnly = (): boolean => use(LookOnly)
