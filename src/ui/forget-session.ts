/** What a device keeps of nobody in particular: how the app looks on it. And counts that were not handed in, which are work. */
const STAYS = ['daybook.theme', 'daybook.density', 'daybook.language', 'daybook.shortcuts', 'daybook.count.', 'daybook.stockcount.']

/** Signing out leaves nothing of the session on the device: not when it ended, not which cards were opened, not what was searched for. */
export const forgetSession = (): void => {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      forgetIn(globalThis[storage])
    } catch {
      // Storage is switched off: nothing was kept there.
    }
  }
}

const forgetIn = (storage: Storage) => {
  const kept = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
  for (const key of kept) if (key.startsWith('daybook.') && !STAYS.some((name) => key.startsWith(name))) storage.removeItem(key)
}
