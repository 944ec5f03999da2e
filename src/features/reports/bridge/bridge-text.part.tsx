import type { ReactNode } from 'react'
import type { Method } from '#features/till/till.rules.ts'
import { dayText } from '#shared/cell-text.ts'
import { moneyText } from '#shared/money.ts'
import { Go, type Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { bridgeScreenWords } from './bridge-screen.messages.ts'

/** Money of one currency: plain as in tables, signed as differences are, full with its sign. */
export const useBridgeText = (currency: string) => {
  const { language } = useLanguage()
  const say = useSay(bridgeScreenWords)
  const plain = (amount: number) => moneyText(amount, currency, language, 'plain')
  return {
    plain,
    signed: (amount: number) => (amount > 0 ? `+${plain(amount)}` : plain(amount)),
    full: (amount: number) => moneyText(amount, currency, language),
    /** The till, the day and who counted it. */
    till: ({ TerminalId, Day, Clerk }: { TerminalId: string; Day: string; Clerk?: string | null }) => {
      const values = { till: TerminalId, day: dayText(Day, language, 'short'), name: Clerk ?? '' }
      return say(Clerk ? 'tillBy' : 'till', values)
    },
  }
}

/** A figure that leads somewhere, or stands alone. */
export const Lead = ({ to, className, current, children }: { to: Target | undefined; className?: string; current?: boolean; children: ReactNode }) =>
  to ? (
    <Go {...to} className={className} aria-current={current ? 'true' : undefined}>
      {children}
    </Go>
  ) : (
    <span className={className}>{children}</span>
  )

/** The colour of each method's band, the same everywhere; beyond five they are grey. */
export const TONES: Record<Method, string> = {
  Card: 'light-dark(var(--s1), var(--h4))',
  Cash: 'var(--s2)',
  Online: 'var(--s3)',
  Account: 'var(--s4)',
  GiftCard: 'var(--s5)',
  Voucher: 'var(--s5)',
  Points: 'var(--ink-3)',
  Other: 'var(--ink-3)',
}
