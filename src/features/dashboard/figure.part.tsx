import type { ReactNode } from 'react'
import { decimalsOf, moneyText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { Go, type Target } from '#ui/go.tsx'
import { useLanguage } from '#ui/language.tsx'

interface FigureProps {
  title: string
  target: Target
  hero?: boolean
  value: ReactNode
  beneath?: ReactNode
}

/** A figure of the dashboard, which leads to its report. */
export const Figure = ({ title, target, hero, value, beneath }: FigureProps) => (
  <Go {...target} {...(hero ? { className: 'hero' } : {})}>
    <h2>{title}</h2>
    <p className="fig">{value}</p>
    <p className="delta">{beneath || ' '}</p>
  </Go>
)

/** Cents are said quietly. */
export const Money = ({ value, currency }: { value: number | null; currency: string }) => {
  const { language } = useLanguage()
  if (value === null) return <Nil />
  const written = moneyText(value, currency, language)
  const cents = decimalsOf(currency) + 1
  if (cents === 1) return written
  return (
    <>
      {written.slice(0, -cents)}
      <i>{written.slice(-cents)}</i>
    </>
  )
}
