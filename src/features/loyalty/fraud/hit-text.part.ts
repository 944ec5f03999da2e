import { moneyText, numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { Found } from './fraud.contract.ts'
import { fraudWords } from './fraud.messages.ts'
import { keyOfRule } from './fraud-names.rules.ts'
import type { Rule } from './fraud-rules.rules.ts'

/** What a hit says in words: what was found, and what is told of it. */
export const useHitText = () => {
  const say = useSay(fraudWords)
  const { language } = useLanguage()
  const number = (n: number) => numberText(n, language)
  return ({ Rule, Count, Other, Operator, About, Location, Evidence }: Found, currency: string): { title: string; detail: string } => {
    const values = { n: number(Count), other: number(Other), operator: Operator ?? '', about: About ?? say('anEmployee'), place: Location }
    const textOf = (title: Parameters<typeof say>[0], detail = '') => ({ title: say(title, values), detail: detail.trim() })
    const money = (amount: number | null) => (amount === null ? '' : moneyText(amount, currency, language, 'plain'))
    switch (Rule) {
      case 'F1':
        return textOf('F1.title', Operator ? say('F1.byOne', values) : say('F1.byMany', values))
      case 'F2':
        return textOf('F2.title')
      case 'F3':
        return textOf('F3.title', say('F3.detail', { other: moneyText(Other, currency, language) }))
      case 'F4':
        return textOf(
          'F4.title',
          Evidence.slice(-2)
            .map((one) => `${one.Location} ${one.At.slice(11, 16)}`)
            .join(', '),
        )
      case 'F7':
        return textOf(
          'F7.title',
          Evidence.slice(0, 4)
            .map(({ Amount }) => money(Amount))
            .join(', '),
        )
      case 'F11':
        return textOf(Other === 1 ? 'F11.hours' : 'F11.title', say('F11.detail', values))
      case 'F12':
        return Other > 0 ? textOf('F12.title', say('F12.detail', values)) : textOf('F12.chain', say('F12.chainDetail', values))
      default:
        return textOf(`${Rule}.title`, say(`${Rule}.detail`, values))
    }
  }
}

/** What a rule finds, without its figures. */
export const useRuleName = () => {
  const say = useSay(fraudWords)
  return (rule: Rule): string => say(keyOfRule(rule))
}
