import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { frameTexts } from '#ui/frame.messages.ts'
import { useKeys } from '#ui/keys.ts'
import { said, useLanguage, useSay } from '#ui/language.tsx'
import { admission } from '#ui/screen.ts'
import type { StoredUser } from '#ui/stored-user.ts'
import { screenAt } from './menu.ts'

const KeySheet = lazy(() => import('#ui/key-sheet.tsx'))

/** Where `g` and a letter lead, for whoever may go there. */
const PLACES = { 'g s': '/reports/sales', 'g r': '/reports', 'g l': '/loyalty/search', 'g e': '/employees/list', 'g d': '/membership/dashboard' } as const

/** The keys that lead to a screen, as they are shown in the menu. */
export const keysTo = (path: string): string | undefined =>
  Object.entries(PLACES)
    .find(([, place]) => place === path)?.[0]
    .toUpperCase()

const isMac = () => /^(Mac|iP)/.test(navigator.platform)

/** The keys that work on every screen, and the list of them. */
export const AppKeys = ({ user, find, shown, onShow }: { user: StoredUser; find: () => void; shown: boolean; onShow: (shown: boolean) => void }) => {
  const say = useSay(frameTexts)
  const navigate = useNavigate()
  const open = Object.entries(PLACES).flatMap(([keys, path]) => {
    const screen = screenAt(path)
    return screen && admission(screen, user) === 'open' ? [{ keys, screen }] : []
  })
  const speech = useLanguage()
  useKeys({
    '?': () => onShow(true),
    '/': find,
    'Mod+k': find,
    ...Object.fromEntries(open.map(({ keys, screen }) => [keys, () => navigate({ to: screen.path as never })])),
  })
  if (!shown) return null
  const list = [
    ['?', say('keyHelp')],
    ['/', say('find')],
    [isMac() ? '⌘ K' : 'Ctrl K', say('find')],
    ['[', say('keyEarlier')],
    [']', say('keyLater')],
    ['← →', say('keyRow')],
    ...open.map(({ keys, screen }) => [keys, say('keyGo', { screen: said(screen.words, speech, screen.title) })] as const),
  ] as const
  return (
    <Suspense>
      <KeySheet keys={list} onClose={() => onShow(false)} />
    </Suspense>
  )
}
