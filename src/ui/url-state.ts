import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type UrlState = Record<string, string>

/** Everything that can be linked to lives in the address: `const [url, change] = useUrlState()`. Push for what one would go back from, replace while typing. */
export const useUrlState = (): [UrlState, (changes: Record<string, string | undefined>, how?: 'push' | 'replace') => void] => {
  const url = useSearch({ strict: false }) as UrlState
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Record<string, string | undefined>, how: 'push' | 'replace' = 'push') => {
      navigate({ to: '.', search: ((was: UrlState) => withChanges(was, changes)) as never, replace: how === 'replace', resetScroll: false })
    },
    [navigate],
  )
  return [url, change]
}

/** The address's state with some of it changed; undefined and empty leave it. */
export const withChanges = (was: UrlState, changes: Record<string, string | undefined>): UrlState =>
  Object.fromEntries(Object.entries({ ...was, ...changes }).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== ''))

/** How the router reads the part of an address after `?`: plain words, never JSON. */
export const parseSearch = (search: string): UrlState => Object.fromEntries(new URLSearchParams(search))

/** How the router writes it; a comma list stays readable. */
export const stringifySearch = (state: Record<string, unknown>): string => {
  const parts = new URLSearchParams()
  for (const [name, value] of Object.entries(state)) if (value !== undefined && value !== null && value !== '') parts.set(name, String(value))
  const written = parts.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/')
  return written ? `?${written}` : ''
}
