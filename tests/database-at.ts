/** The same server, another database. */
export const databaseAt = (url: string, name: string): string => {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}
