/** The token of a link lies in the fragment, which no server sees; it is taken out of the address at once, and kept in this tab under a name. */
export const takeToken = (kept: string): string => {
  const token = decodeURIComponent(location.hash.slice(1))
  if (token) {
    sessionStorage.setItem(kept, token)
    history.replaceState(history.state, '', location.pathname)
  }
  return token || (sessionStorage.getItem(kept) ?? '')
}
