/** Storage as a browser has it, for tests of what is written when. */
export const fakeStorage = () => {
  const held = new Map<string, string>()
  const log: { key: string; value: string | undefined }[] = []
  return {
    log,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => {
      log.push({ key, value })
      held.set(key, value)
    },
    removeItem: (key: string) => {
      log.push({ key, value: undefined })
      held.delete(key)
    },
  }
}
