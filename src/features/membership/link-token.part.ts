import { useEffect, useState } from 'react'

/** The token of the link somebody came by, kept in this tab under a name; another link opened in the same tab changes the fragment alone. */
export const useLinkToken = (kept: string): string => {
  const [token, setToken] = useState(() => takeToken(kept))
  useEffect(() => {
    const onHash = () => location.hash && setToken(takeToken(kept))
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [kept])
  return token
}

/** It lies in the fragment, which no server sees, and is taken out of the address at once. */
const takeToken = (kept: string): string => {
  const token = decodeURIComponent(location.hash.slice(1))
  if (token) {
    sessionStorage.setItem(kept, token)
    history.replaceState(history.state, '', location.pathname)
  }
  return token || (sessionStorage.getItem(kept) ?? '')
}
